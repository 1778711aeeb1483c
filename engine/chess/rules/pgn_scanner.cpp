#include "engine/chess/rules/pgn_scanner.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trivium::chess {
namespace {

// Far above anything in use; limits the memory that a malicious file can use.
constexpr std::size_t kMaxSymbol = 255;
constexpr std::size_t kMaxTagName = 255;
constexpr std::size_t kMaxTagValue = std::size_t{1} << 16;
constexpr std::size_t kMaxComment = std::size_t{1} << 20;

constexpr int kDosEnd = 0x1A;
constexpr std::size_t kMaxCharacter = 4;

constexpr std::array<bool, 256> kSymbolCharacters = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c) {
    const char character = static_cast<char>(c);
    table[static_cast<std::size_t>(c)] =
        text::is_letter(character) || text::is_digit(character) ||
        std::string_view("_+#=:-/!?@~").find(character) != std::string_view::npos;
  }
  return table;
}();

bool is_symbol(int c) noexcept { return c >= 0 && kSymbolCharacters[static_cast<std::size_t>(c)]; }
bool is_wide(int c) noexcept { return c >= 128; }

/// True for letters and digits as in the standard, and for other harmless characters.
bool is_tag_name(int c) noexcept { return c > ' ' && c < 127 && c != '"' && c != '[' && c != ']'; }

}  // namespace

PgnScanner::PgnScanner(PgnReader::Source source, bool keep_comments)
    : source_(std::move(source)), buffer_(kBufferSize), keep_comments_(keep_comments) {
  if (looking_at("\xEF\xBB\xBF")) begin_ += 3;
}

/// Moves the remaining bytes to the front of the buffer and reads more. Returns false if there are
/// none.
bool PgnScanner::refill() {
  if (source_ended_) return false;
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  dropped_ += begin_;
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = source_(std::span(buffer_).subspan(end_));
  source_ended_ = count == 0;
  end_ += count;
  return count > 0;
}

int PgnScanner::peek() {
  if (begin_ == end_ && !refill()) return kNothing;
  const char c = buffer_[begin_];
  return c == '\r' ? '\n' : static_cast<unsigned char>(c);
}

int PgnScanner::take() {
  if (begin_ == end_ && !refill()) return kNothing;
  const char c = buffer_[begin_++];
  if (c != '\n' && c != '\r') {
    at_line_start_ = false;
    only_blanks_on_line_ = only_blanks_on_line_ && text::is_blank(c);
    return static_cast<unsigned char>(c);
  }
  if (only_blanks_on_line_) ++empty_lines_;
  at_line_start_ = only_blanks_on_line_ = true;
  if (c == '\r' && (begin_ < end_ || refill()) && buffer_[begin_] == '\n') ++begin_;
  ++line_;
  return '\n';
}

bool PgnScanner::looking_at(std::string_view text) {
  while (end_ - begin_ < text.size()) {
    if (!refill()) return false;
  }
  return std::string_view(buffer_.data() + begin_, text.size()) == text;
}

bool PgnScanner::at_event_tag() { return looking_at("[Event ") || looking_at("[Event\t"); }

std::string_view PgnScanner::name_of_tag() {
  while (end_ - begin_ < kMaxTagName + 1 && refill()) {
  }
  std::string_view ahead(buffer_.data() + begin_, std::min(end_ - begin_, kMaxTagName + 1));
  ahead.remove_prefix(1);
  ahead.remove_prefix(std::min(ahead.find_first_not_of(" \t"), ahead.size()));
  const auto end = std::find_if_not(ahead.begin(), ahead.end(), [](char c) {
    return is_tag_name(static_cast<unsigned char>(c));
  });
  return ahead.substr(0, static_cast<std::size_t>(end - ahead.begin()));
}

PgnScanner::Token PgnScanner::fail(std::string message) {
  text_ = std::move(message);
  return Token::kError;
}

void PgnScanner::skip_line() {
  for (int c = take(); c != '\n' && c != kNothing;) c = take();
}

void PgnScanner::skip_spaces() {
  for (; begin_ < end_ && buffer_[begin_] == ' '; ++begin_) at_line_start_ = false;
}

PgnScanner::Token PgnScanner::next() {
  for (;;) {
    skip_spaces();
    const bool line_start = at_line_start_;
    token_line_ = line_;
    const int c = peek();
    if (is_symbol(c)) return read_symbol();
    if (is_wide(c)) {
      // Skips words of non-ASCII letters and marks only. Files contain such marks in several code
      // pages.
      if (read_symbol() == Token::kError) return Token::kError;
      if (std::ranges::any_of(
              text_, [](char each) { return is_symbol(static_cast<unsigned char>(each)); }))
        return Token::kSymbol;
      continue;
    }
    if (c == '[' && looking_at("[]")) {  // annotation of an only move
      take(2);
      continue;
    }
    if (c == '[') return Token::kTagStart;
    take();
    switch (c) {
      case kNothing:
        return Token::kEnd;
      case '{':
        return read_brace_comment();
      case ';':
        return read_line_comment();
      case '(':
        return Token::kOpenVariation;
      case ')':
        return Token::kCloseVariation;
      case '*':
        text_.assign(1, '*');
        return Token::kSymbol;
      case '$':
        skip_nag();
        break;
      case '.':
        break;
      case '%':
        if (!line_start) return fail("unexpected '%' inside a line");
        skip_line();
        break;
      default:
        // The DOS end-of-file mark counts as a space.
        if (c != kDosEnd && !text::is_blank(static_cast<char>(c))) {
          const char character = static_cast<char>(c);
          return fail("unexpected " + text::quoted({&character, 1}));
        }
    }
  }
}

text::WideCharacter PgnScanner::peek_wide() {
  while (end_ - begin_ < kMaxCharacter && refill()) {
  }
  return text::wide_character({buffer_.data() + begin_, std::min(end_ - begin_, kMaxCharacter)});
}

void PgnScanner::take(std::size_t bytes) {
  for (; bytes > 0; --bytes) take();
}

/// Consumes a non-ASCII space. It does not count as the first word of its line.
void PgnScanner::take_blank(std::size_t bytes) {
  const bool only_blanks = only_blanks_on_line_;
  take(bytes);
  only_blanks_on_line_ = only_blanks;
}

PgnScanner::Token PgnScanner::read_symbol() {
  text_.clear();
  for (;;) {
    while (is_symbol(peek())) {
      if (text_.size() >= kMaxSymbol)
        return fail("a word longer than " + std::to_string(kMaxSymbol) + " characters");
      text_ += static_cast<char>(take());
    }
    if (!is_wide(peek())) break;
    if (text_.size() >= kMaxSymbol)
      return fail("a word longer than " + std::to_string(kMaxSymbol) + " characters");
    const text::WideCharacter character = peek_wide();
    if (character.kind == text::WideCharacter::Kind::kBlank) {
      take_blank(character.bytes);
      break;
    }
    const std::string_view raw(buffer_.data() + begin_, character.bytes);
    text_ += character.kind == text::WideCharacter::Kind::kPlain ? character.plain : raw;
    take(character.bytes);
  }
  if (text_.ends_with('e')) take_en_passant();
  return Token::kSymbol;
}

void PgnScanner::take_en_passant() {
  if (!looking_at(".p")) return;
  take(2);
  text_ += ".p";
  if (peek() == '.') text_ += static_cast<char>(take());
  while (peek() == '+' || peek() == '#' || peek() == '!' || peek() == '?')
    text_ += static_cast<char>(take());
}

void PgnScanner::skip_nag() {
  while (peek() >= '0' && peek() <= '9') take();
}

/// Adds a character to a comment. A run of white space becomes one blank.
void PgnScanner::keep(char c) {
  if (!keep_comments_) return;
  if (!text::is_blank(c)) {
    text_ += c;
  } else if (!text_.empty() && text_.back() != ' ') {
    text_ += ' ';
  }
}

PgnScanner::Token PgnScanner::read_brace_comment() {
  text_.clear();
  const std::size_t opened = token_line_;
  for (;;) {
    // An unclosed brace must not swallow the following games.
    if (at_line_start_ && at_event_tag()) break;
    const int c = take();
    if (c == kNothing) break;
    if (c == '}') {
      if (!text_.empty() && text_.back() == ' ') text_.pop_back();
      return Token::kComment;
    }
    if (text_.size() == kMaxComment)
      return fail("a comment longer than " + std::to_string(kMaxComment) + " bytes");
    keep(static_cast<char>(c));
  }
  token_line_ = opened;
  return fail("the comment that begins here is not closed");
}

PgnScanner::Token PgnScanner::read_line_comment() {
  text_.clear();
  for (int c = take(); c != '\n' && c != kNothing; c = take()) {
    if (text_.size() == kMaxComment)
      return fail("a comment longer than " + std::to_string(kMaxComment) + " bytes");
    keep(static_cast<char>(c));
  }
  if (!text_.empty() && text_.back() == ' ') text_.pop_back();
  return Token::kComment;
}

Result<PgnTag> PgnScanner::read_tag() {
  token_line_ = line_;
  take();
  const auto skip_blanks = [this] {
    while (peek() != kNothing && peek() != '\n' && text::is_blank(static_cast<char>(peek())))
      take();
  };
  PgnTag tag;
  skip_blanks();
  while (is_tag_name(peek())) {
    if (tag.name.size() == kMaxTagName)
      return Error{"pgn.tag.syntax",
                   "a tag name longer than " + std::to_string(kMaxTagName) + " characters"};
    tag.name += static_cast<char>(take());
  }
  if (tag.name.empty()) return Error{"pgn.tag.syntax", "a tag without a name"};
  skip_blanks();
  if (peek() != '"')
    return Error{"pgn.tag.syntax",
                 "tag " + text::quoted(tag.name) + ": its value must be in quotes"};
  Result<std::string> value = read_tag_value();
  if (!value)
    return Error{"pgn.tag.syntax", "tag " + text::quoted(tag.name) + ": " + value.error().message};
  tag.value = *std::move(value);
  skip_blanks();
  if (peek() != ']')
    return Error{"pgn.tag.syntax", "tag " + text::quoted(tag.name) + ": no ']' after the value"};
  take();
  return tag;
}

/// True at a carriage return inside a tag value. Older books have one before the closing quote. If
/// a line end or a tag follows, the value is unterminated instead.
bool PgnScanner::at_stray_return() {
  if (!looking_at("\r")) return false;
  return !looking_at("\r\n") && !looking_at("\r\r") && !looking_at("\r[") && end_ - begin_ > 1;
}

Result<std::string> PgnScanner::read_tag_value() {
  std::string value;
  take();
  for (;;) {
    int c = peek();
    if (c == '\n' && at_stray_return()) {
      ++begin_;
      value += ' ';
      continue;
    }
    if (c == kNothing || c == '\n') return Error{"pgn.tag.syntax", "the value is not closed"};
    if (value.size() >= kMaxTagValue)
      return Error{"pgn.tag.syntax",
                   "a value longer than " + std::to_string(kMaxTagValue) + " bytes"};
    take();
    if (c == '\\' && (peek() == '"' || peek() == '\\')) {
      c = take();
    } else if (c == '"') {
      // Some programs do not escape quotes: a quote is part of the value unless a bracket or blank
      // follows.
      const int after = peek();
      if (after == ']' || after == kNothing || text::is_blank(static_cast<char>(after)))
        return value;
    }
    value += static_cast<char>(c);
  }
}

}  // namespace trivium::chess
