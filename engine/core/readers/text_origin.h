// Line and column of a place in a text, for the error messages of record readers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/text.h"

namespace trivium {

/// Position of a text inside a larger one. Lines and columns count from 1; a column is a byte.
struct TextOrigin {
  long line = 1;
  long column = 1;

  /// Moves to the position after `c`.
  void advance(char c) noexcept {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
};

/// Returns the error "FORM: line L, column C: CAUSE" for the character at `offset` of `text`, which
/// begins at `origin`. The error's code is "FORM.CODE" with the form in lower case: "sgf.open".
inline Error error_at(std::string_view form, std::string_view code, std::string_view text,
                      std::size_t offset, const std::string& cause, TextOrigin origin = {}) {
  for (const char c : text.substr(0, offset)) origin.advance(c);
  std::string message(form);
  message += ": line " + std::to_string(origin.line) + ", column " + std::to_string(origin.column) +
             ": " + cause;
  return Error{text::lower_case(form).append(".").append(code), std::move(message)};
}

}  // namespace trivium
