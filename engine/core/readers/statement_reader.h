// Words of a definition: a text with one statement a line, which is a keyword and its arguments.
// A "#" begins a comment. Errors name line and column of the current word.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/readers/input_file.h"
#include "engine/core/readers/text_origin.h"
#include "engine/core/result.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium {

/// Returns the index of `word` in `words`.
template <std::size_t Count>
std::optional<int> index_of(std::string_view word,
                            const std::array<std::string_view, Count>& words) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<int>(found - words.begin());
}

/// Returns the words as a choice: "a, b or c".
template <std::size_t Count>
std::string listed(const std::array<std::string_view, Count>& words) {
  std::string text;
  for (std::size_t i = 0; i < Count; ++i) {
    if (i > 0) text += i + 1 == Count ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// A definition that is built in.
struct NamedDefinition {
  std::string_view name;
  std::string_view text;
};

/// Returns the names of `definitions`.
template <std::size_t Count>
constexpr std::array<std::string_view, Count> names_of(
    const std::array<NamedDefinition, Count>& definitions) {
  std::array<std::string_view, Count> names{};
  for (std::size_t i = 0; i < Count; ++i) names[i] = definitions[i].name;
  return names;
}

class StatementReader {
 public:
  static constexpr std::size_t kMaxName = 40;
  static constexpr std::size_t kMaxText = 1U << 16;

  /// `form` begins the messages. Requires: both outlive the reader.
  StatementReader(std::string_view form, std::string_view text)
      : form_(form), text_(input::without_byte_order_mark(text)) {}

  /// True if the text is longer than kMaxText.
  bool is_too_long() const noexcept { return text_.size() > kMaxText; }

  /// Moves to the next statement and takes its keyword. Returns false at the end of the text.
  bool next_statement() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line_ = text_.substr(at_, end - at_);
      line_ = line_.substr(0, line_.find('#'));
      at_ = end + 1;
      if (!take().empty()) return true;
    }
    word_ = text_.substr(text_.size());
    return false;
  }

  /// Takes the next word of the statement; an empty one at its end.
  std::string_view take() {
    word_ = text::take_word(line_);
    if (word_.empty()) word_ = line_.substr(0, 0);
    return word_;
  }
  /// The word that was taken last.
  std::string_view word() const noexcept { return word_; }

  /// Takes one of `words`; returns its index.
  template <std::size_t Count>
  Result<int> take_one_of(const std::array<std::string_view, Count>& words) {
    take();
    if (const auto index = index_of(word_, words)) return *index;
    return error(listed(words) + " expected, found " + shown());
  }

  /// Takes a number from `minimum` to `maximum`; `what` names it in messages.
  Result<int> take_number(std::string_view what, int minimum, int maximum) {
    take();
    const std::optional<int> number = text::parse_number<int>(word_);
    if (number && *number >= minimum && *number <= maximum) return *number;
    return error(std::string(what) + ' ' + shown() + " is not in " + std::to_string(minimum) +
                 " to " + std::to_string(maximum));
  }

  /// Takes a name of printable characters.
  Result<std::string> take_name() {
    take();
    const bool plain = std::ranges::all_of(word_, [](char c) { return c > ' ' && c <= '~'; });
    if (word_.empty() || word_.size() > kMaxName || !plain)
      return error("a name of 1 to 40 printable characters expected, found " + shown());
    return std::string(word_);
  }

  /// Returns an error unless the statement ends here.
  Status expect_end() {
    if (take().empty()) return {};
    return error("the line should end before " + shown());
  }

  /// Returns an error at the current word.
  Error error(const std::string& cause) const {
    const auto place = static_cast<std::size_t>(word_.data() - text_.data());
    return error_at(form_, "text", text_, std::min(place, text_.size()), cause);
  }
  /// Returns an error for an unknown keyword, with the nearest of `keywords`.
  template <class Keywords>
  Error unknown_keyword(const Keywords& keywords) const {
    const std::string_view meant = text::nearest_word(word_, keywords);
    return error("unknown word " + shown() +
                 (meant.empty() ? std::string() : "; did you mean " + std::string(meant) + '?'));
  }
  /// Returns the current word for a message.
  std::string shown() const { return word_.empty() ? "nothing" : text::quoted(word_, kMaxName); }

 private:
  std::string_view form_;
  std::string_view text_;
  std::string_view line_;  // rest of the statement
  std::string_view word_;
  std::size_t at_ = 0;  // offset of the next line
};

/// Returns the text of the pattern set `name`. The error has `code` and lists the names.
template <std::size_t Count>
Result<std::string_view> pattern_set_named(std::string_view name,
                                           const std::array<NamedDefinition, Count>& definitions,
                                           const char* code) {
  const auto found = std::ranges::find(definitions, name, &NamedDefinition::name);
  if (found != definitions.end()) return found->text;
  return Error{code, "no pattern set is named " + text::quoted(name, StatementReader::kMaxName) +
                         "; there are " + listed(names_of(definitions))};
}

}  // namespace trivium
