#include "engine/core/readers/sgf.h"

#include <algorithm>
#include <utility>

#include "engine/core/text.h"

namespace trivium::sgf {

namespace {

constexpr int kEnd = std::istream::traits_type::eof();

bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) noexcept { return is_upper(c) || (c >= 'a' && c <= 'z'); }

/// Tracks brackets and escapes through a tree, character by character.
struct TreeScanner {
  /// Returns true if `c` closes the tree.
  bool closes(char c) {
    if (escape) {
      escape = false;
    } else if (in_value) {
      escape = c == '\\';
      in_value = c != ']';
    } else if (c == '[') {
      in_value = true;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      return --depth == 0;
    }
    return false;
  }

  long depth = 0;
  bool in_value = false;
  bool escape = false;
};

}  // namespace

bool has_game(std::string_view text) noexcept {
  for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    const std::size_t next = text.find_first_not_of(text::kBlanks, at + 1);
    if (next != std::string_view::npos && text[next] == ';') return true;
  }
  return false;
}

std::string GameFinder::take_beginning(TextOrigin& origin) {
  constexpr std::size_t kMaxBlanks = 1000;  // between '(' and ';'
  std::string taken;                        // '(' and the spaces after it
  for (int c = in_.get(); c != kEnd; c = in_.get()) {
    if (c == '(') {
      taken = '(';
      origin = position_;
    } else if (!taken.empty() && c == ';') {
      position_.advance(';');
      return taken + ';';
    } else if (!taken.empty() && text::is_blank(static_cast<char>(c)) &&
               taken.size() < kMaxBlanks) {
      taken += static_cast<char>(c);
    } else {
      taken.clear();
    }
    position_.advance(static_cast<char>(c));
  }
  return {};
}

Result<bool> GameFinder::next(GameText& game) {
  TextOrigin origin;
  std::string text = take_beginning(origin);
  if (text.empty()) {
    if (std::exchange(answered_, true)) return false;
    return error_at("SGF", "empty", "", 0, "no game found; it begins with '(;'", position_);
  }
  answered_ = true;
  TreeScanner scanner;
  for (const char c : text) scanner.closes(c);
  std::size_t length = text.size();
  bool closed = false;
  for (int c = in_.get(); c != kEnd; c = in_.get()) {
    position_.advance(static_cast<char>(c));
    if (++length <= kMaxGameText) text += static_cast<char>(c);
    closed = scanner.closes(static_cast<char>(c));
    if (closed) break;
  }
  if (length > kMaxGameText)
    return error_at("SGF", "long", "", 0, "the game is longer than 1 MiB", origin);
  if (!closed)
    return error_at("SGF", "open", text, text.size(), "the game is not closed with ')'", origin);
  game = {std::move(text), origin};
  return true;
}

void MainLine::skip_spaces() {
  while (at_ < text_.size() && text::is_blank(text_[at_])) ++at_;
}

Result<bool> MainLine::next(Property& property) {
  if (at_ < text_.size() && text_[at_] == '[') return read_value(property);  // a further value
  name_.clear();
  for (; at_ < text_.size() && text_[at_] != ')'; ++at_) {
    const char c = text_[at_];
    if (is_letter(c)) {
      if (Status status = read_name(); !status) return status.error();
      return read_value(property);
    }
    if (!text::is_blank(c) && c != '(' && c != ';')
      return error(at_, "syntax", "a node ';', a branch '(' or a property expected");
  }
  if (at_ >= text_.size()) return error(at_, "open", "the game is not closed with ')'");
  return false;
}

Status MainLine::read_name() {
  name_begin_ = at_;
  for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
    if (is_upper(text_[at_])) name_ += text_[at_];
  }
  skip_spaces();
  if (at_ >= text_.size() || text_[at_] != '[')
    return error(at_, "syntax", "a value '[' must follow the property");
  return {};
}

Result<bool> MainLine::read_value(Property& property) {
  const std::size_t begin = ++at_;
  for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
    if (text_[at_] == '\\') ++at_;
  }
  if (at_ >= text_.size()) return error(begin - 1, "open", "the value is not closed with ']'");
  property = {name_, text_.substr(begin, at_++ - begin), name_begin_, begin};
  skip_spaces();
  return true;
}

std::string simple_text(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size()) {
      ++i;
      if (raw[i] == '\n') continue;
      if (raw[i] == '\r') {
        if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
        continue;
      }
    }
    text += text::is_blank(raw[i]) ? ' ' : raw[i];
  }
  return text;
}

void append_property(std::string& text, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  text.append(name).append("[");
  for (const char c : value) {
    if (c == ']' || c == '\\') text += '\\';
    text += text::is_blank(c) ? ' ' : c;
  }
  text += ']';
}

void convert_to_utf8(std::string& charset, std::span<std::string* const> texts) {
  const auto is = [&charset](std::string_view name) {
    return text::same_ignoring_case(charset, name);
  };
  const bool known = charset.empty() || is("UTF-8") || is("UTF8") || is("ISO-8859-1") ||
                     is("ISO8859-1") || is("ISO_8859-1") || is("Latin-1") || is("Latin1") ||
                     is("US-ASCII") || is("ASCII");
  if (!known) return;
  bool plain = charset.empty();
  for (std::string* text : texts) {
    *text = text::to_utf8(*text);
    plain = plain && text::is_ascii(*text);
  }
  if (!plain) charset = "UTF-8";
}

}  // namespace trivium::sgf
