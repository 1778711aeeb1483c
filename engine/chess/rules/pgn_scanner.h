// Splits a PGN text of any size into tokens. Internal to the rules library.
//
// The scanner handles bytes, lines and comments, not moves. It stores one buffer and the last
// token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/notation_text.h"
#include "engine/chess/rules/pgn.h"

namespace trivium::chess {

class PgnScanner {
 public:
  enum class Token : std::uint8_t {
    kEnd,
    kSymbol,          ///< move, number, result or mark; text() is ASCII if possible
    kComment,         ///< of either kind; text() has the comment if comments are kept
    kOpenVariation,   ///< (
    kCloseVariation,  ///< )
    kTagStart,        ///< the next character is [; call read_tag() or skip_line()
    kError            ///< text() describes the error
  };

  PgnScanner(PgnReader::Source source, bool keep_comments);

  /// Returns the next token. Skips periods and NAGs.
  Token next();

  /// Text of the last token.
  const std::string& text() const noexcept { return text_; }

  /// Reads `[Name "value"]`. Requires: the scanner is at its '['.
  Result<PgnTag> read_tag();
  /// True if the scanner is at `[Event `, which always begins a game.
  bool at_event_tag();
  /// Returns the name of the tag at the scanner's position, or an empty view. Valid until the
  /// scanner moves.
  std::string_view name_of_tag();
  /// Number of empty lines read so far.
  std::size_t empty_lines() const noexcept { return empty_lines_; }
  /// True if only blanks precede the scanner on its line.
  bool at_first_word() const noexcept { return only_blanks_on_line_; }
  void skip_line();

  /// Line of the last token's first character, from 1.
  std::size_t line() const noexcept { return token_line_; }

  /// Number of bytes consumed so far.
  std::uint64_t offset() const noexcept { return dropped_ + begin_; }

 private:
  static constexpr std::size_t kBufferSize = std::size_t{1} << 16;
  static constexpr int kNothing = -1;

  bool refill();
  /// Returns the next character without consuming it, or kNothing at the end. All kinds of line
  /// ends are returned as '\n'.
  int peek();
  int take();
  bool looking_at(std::string_view text);
  Token fail(std::string message);
  /// Skips the spaces in the buffer.
  void skip_spaces();
  Token read_brace_comment();
  Token read_line_comment();
  Token read_symbol();
  /// Returns the character at the scanner's position. Requires: it is not ASCII.
  text::WideCharacter peek_wide();
  void take(std::size_t bytes);
  void take_blank(std::size_t bytes);
  /// Consumes ".p." after the 'e' of "e.p.", because a period otherwise ends a symbol.
  void take_en_passant();
  void skip_nag();
  void keep(char c);
  Result<std::string> read_tag_value();
  bool at_stray_return();

  PgnReader::Source source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t dropped_ = 0;  ///< number of bytes before the buffer
  bool source_ended_ = false;
  bool at_line_start_ = true;
  bool only_blanks_on_line_ = true;
  bool keep_comments_;
  std::size_t line_ = 1;
  std::size_t empty_lines_ = 0;
  std::size_t token_line_ = 1;
  std::string text_;
};

}  // namespace trivium::chess
