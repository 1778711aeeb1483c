// Helpers shared by the readers and writers of chess text. Internal to the rules library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/chess/rules/types.h"
#include "engine/core/text.h"

namespace trivium::chess::text {

/// Letters of pieces by index(Piece), and SAN letters of piece types by index(PieceType).
inline constexpr std::string_view kPieceLetters = "PpNnBbRrQqKk";
inline constexpr std::string_view kTypeLetters = "PNBRQK";

inline constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline constexpr bool is_file(char c) noexcept { return c >= 'a' && c <= 'h'; }
inline constexpr bool is_rank(char c) noexcept { return c >= '1' && c <= '8'; }
inline constexpr char to_upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline constexpr char file_letter(int file) noexcept { return static_cast<char>('a' + file); }
inline constexpr char rank_digit(int rank) noexcept { return static_cast<char>('1' + rank); }

using trivium::text::is_blank;
using trivium::text::is_digit;
using trivium::text::parse_number;
using trivium::text::take_word;
using trivium::text::trimmed;

/// Returns user input in quotes, shortened for one line of an error message.
inline std::string quoted(std::string_view text) { return trivium::text::quoted(text, 40); }

/// A non-ASCII character in typeset moves: figurine, dash, check sign or space.
struct WideCharacter {
  enum class Kind : std::uint8_t {
    kBlank,  ///< separates words
    kPlain,  ///< equals `plain` in ASCII; `plain` is empty for variation selectors and the like
    kMark,   ///< an evaluation (plus over minus) or another sign that is not part of a move
    kOther   ///< a letter or piece that no supported notation uses
  };

  Kind kind = Kind::kOther;
  std::size_t bytes = 1;
  std::string_view plain;
};

/// Returns the first character of `text` as UTF-8, or else as Windows-1252. Requires: its first
/// byte is not ASCII.
WideCharacter wide_character(std::string_view text) noexcept;

/// Converts a move, or a word beside one, to ASCII and removes marks at its end. Keeps unknown
/// characters.
std::string in_ascii(std::string_view text);

/// True for words that annotate the move before them: "N" (novelty), "D" (diagram), "mate", "dis
/// ch", "e.p.".
bool is_glyph(std::string_view word) noexcept;

/// Returns the square that `text` names ("e4"), or kNone.
inline constexpr Square square_named(std::string_view text) noexcept {
  if (text.size() != 2 || !is_file(text[0]) || !is_rank(text[1])) return Square::kNone;
  return make_square(text[0] - 'a', text[1] - '1');
}

/// Returns the piece type of the letter (upper or lower case), or kNone.
inline constexpr PieceType type_of_letter(char letter) noexcept {
  const std::size_t found = kTypeLetters.find(to_upper(letter));
  return found == std::string_view::npos ? PieceType::kNone : static_cast<PieceType>(found);
}

}  // namespace trivium::chess::text
