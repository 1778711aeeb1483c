// A shape: a list of fixed squares of the board of 8 whose contents are a feature.
//
// The eight symmetries of the board map a shape to up to eight instances, which share their
// features. If a symmetry maps the shape to itself, contents that it maps to each other share a
// feature too. Contents are a code: a number in base 3 with a digit for each square, the first
// square lowest; 0 is empty, 1 a disc of the side to move, 2 one of the other side.
// Source: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
// Othello"; the order of squares and the numbering of features are ours.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Number of codes of `squares` squares: 3 to that power.
constexpr std::uint32_t code_count(std::size_t squares) noexcept {
  std::uint32_t count = 1;
  for (; squares > 0; --squares) count *= 3;
  return count;
}

/// Contents of a square, from the view of the side to move: 0, 1 or 2.
constexpr std::uint32_t digit_of(const Position& position, Square square) noexcept {
  return static_cast<std::uint32_t>(((position.own >> square) & 1) +
                                    2 * ((position.other >> square) & 1));
}

/// Code of the contents of `squares`.
constexpr std::uint32_t code_of(const Position& position,
                                std::span<const Square> squares) noexcept {
  std::uint32_t code = 0;
  for (std::size_t i = squares.size(); i-- > 0;) code = 3 * code + digit_of(position, squares[i]);
  return code;
}

/// What the features of a set describe.
enum class PatternUse : std::uint8_t {
  kValue,  ///< positions: the contents of each instance
  kMoves,  ///< moves: the contents of each instance that contains the move's square, and the place
           ///< of that square in it
};

struct Shape {
  static constexpr std::size_t kMaxSquares = 10;
  /// Entry of a code in which the move's square is not empty.
  static constexpr std::uint32_t kNoEntry = 0xFFFFFFFF;

  /// Requires: 1 to kMaxSquares different squares, all on the board.
  Shape(std::string name, std::vector<Square> squares, PatternUse use);

  /// Index of `code` in `entries` for a move on the square number `place`; 0 for values.
  std::uint32_t raw(std::size_t place, std::uint32_t code) const noexcept {
    return static_cast<std::uint32_t>(place) * contents + code;
  }

  std::string name;
  std::vector<Square> squares;                 ///< as defined
  std::vector<std::vector<Square>> instances;  ///< images of `squares`, each in their order
  std::vector<std::uint32_t> entries;          ///< by raw(): number of the feature, below `codes`
  std::uint32_t contents = 0;                  ///< number of codes of all squares
  std::uint32_t codes = 0;                     ///< number of features in a stage

  friend bool operator==(const Shape&, const Shape&) = default;
};

/// Image of `square` under one of the eight symmetries of the board of 8. Requires: `symmetry` is
/// in [0, 8).
constexpr Square image(Square square, int symmetry) noexcept {
  int row = square / 8;
  int column = square % 8;
  if ((symmetry & 1) != 0) column = 7 - column;
  if ((symmetry & 2) != 0) row = 7 - row;
  if ((symmetry & 4) == 0) return static_cast<Square>(8 * row + column);
  return static_cast<Square>(8 * column + row);
}
/// Image of a set of squares. Requires: as above.
constexpr Bitboard image_of(Bitboard set, int symmetry) noexcept {
  Bitboard result = 0;
  while (set != 0) result |= bit(image(take_square(set), symmetry));
  return result;
}

}  // namespace trivium::reversi
