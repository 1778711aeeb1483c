#include "protocols/gtp/gtp_command.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/core/text.h"

namespace trivium::gtp {

namespace {

// An id is an integer up to 2^31; more digits are an error and are not repeated.
constexpr std::size_t kMaxIdDigits = 10;

bool is_id(std::string_view word) {
  return word.size() <= kMaxIdDigits && std::ranges::all_of(word, text::is_digit);
}

std::string without_empty_lines(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  std::string result;
  for (const char c : text) {
    if (c == '\n' && !result.empty() && result.back() == '\n') result += ' ';
    result += c;
  }
  return result;
}

}  // namespace

std::string strip_line(std::string_view line) {
  std::string text;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '#') break;
    if (c == '\t') {
      text += ' ';
    } else if (byte >= 32 && byte != 127) {
      text += c;
    }
  }
  return text;
}

std::optional<Command> parse_command(std::string_view line) {
  std::vector<std::string> words = text::words(strip_line(line));
  if (words.empty()) return std::nullopt;
  Command command;
  auto word = words.begin();
  if (is_id(*word)) command.id = std::move(*word++);
  if (word != words.end()) command.name = std::move(*word++);
  command.arguments.assign(std::make_move_iterator(word), std::make_move_iterator(words.end()));
  return command;
}

bool is_interrupt(std::string_view line) {
  const std::size_t mark = line.find_first_not_of(" \t");
  if (mark == std::string_view::npos || line[mark] != '#') return false;
  return text::words(strip_line(line.substr(mark + 1))) == std::vector<std::string>{"interrupt"};
}

std::string response(const std::string& id, const Result<std::string>& result) {
  const std::string text = without_empty_lines(result ? *result : result.error().message);
  return (result ? "=" : "?") + id + (text.empty() ? "" : " ") + text + "\n\n";
}

std::string open_response(const std::string& id) { return "=" + id + "\n"; }

}  // namespace trivium::gtp
