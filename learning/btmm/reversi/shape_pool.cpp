#include "learning/btmm/reversi/shape_pool.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/reversi/patterns/shape.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::learning::btmm {

namespace {

using reversi::Bitboard;
using reversi::Square;

constexpr int kBoardSide = 8;

/// Returns a random square of `set`. Requires: not empty.
Bitboard sampled_square(Bitboard set, Rng& rng) noexcept {
  for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(reversi::count(set))); skip > 0;
       --skip)
    reversi::take_square(set);
  return reversi::bit(reversi::first_square(set));
}

/// Returns `rows` rows of `columns` squares, of which a1 is the first.
Bitboard rectangle(int rows, int columns) noexcept {
  Bitboard squares = 0;
  for (int row = 0; row < rows; ++row)
    squares |= ((Bitboard{1} << columns) - 1) << (kBoardSide * row);
  return squares;
}

/// Returns `length` squares of the diagonal that begins on a1.
Bitboard diagonal(int length) noexcept {
  Bitboard squares = 0;
  for (int i = 0; i < length; ++i) squares |= Bitboard{1} << ((kBoardSide + 1) * i);
  return squares;
}

/// Adds the canonical forms of `squares`, moved to all places of the board. `squares` has `rows`
/// rows and `columns` columns, from a1 on.
void add_everywhere(Bitboard squares, int rows, int columns, std::vector<Bitboard>& shapes) {
  for (int row = 0; row + rows <= kBoardSide; ++row) {
    for (int column = 0; column + columns <= kBoardSide; ++column)
      shapes.push_back(canonical(squares << (kBoardSide * row + column)));
  }
}

}  // namespace

Bitboard canonical(Bitboard shape) noexcept {
  Bitboard least = shape;
  for (int symmetry = 1; symmetry < 8; ++symmetry)
    least = std::min(least, reversi::image_of(shape, symmetry));
  return least;
}

std::vector<Bitboard> shape_pool(int max_squares) {
  std::vector<Bitboard> shapes;
  for (int rows = 1; rows <= kBoardSide; ++rows) {
    for (int columns = std::max(rows, 2); columns <= kBoardSide; ++columns) {
      if (rows * columns <= max_squares)
        add_everywhere(rectangle(rows, columns), rows, columns, shapes);
    }
  }
  for (int length = 2; length <= std::min(kBoardSide, max_squares); ++length)
    add_everywhere(diagonal(length), length, length, shapes);
  std::ranges::sort(shapes);
  shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
  return shapes;
}

Bitboard changed_shape(Bitboard shape, int max_squares, Rng& rng) noexcept {
  enum : std::uint32_t { kAdd, kRemove, kMove };
  const int squares = reversi::count(shape);
  std::uint32_t change = rng.below(3);
  if (change == kAdd && squares == max_squares) change = kMove;
  if (change == kRemove && squares == 2) change = kMove;
  const Bitboard more =
      change == kRemove ? 0 : sampled_square(reversi::with_neighbors(shape) & ~shape, rng);
  const Bitboard less = change == kAdd ? 0 : sampled_square(shape, rng);
  return canonical((shape & ~less) | more);
}

std::string definition_of(std::span<const Bitboard> shapes, int stages) {
  std::string text = fmt::format("use moves\nstages {}\n", stages);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    text += fmt::format("shape shape_{}", i + 1);
    for (Bitboard rest = shapes[i]; rest != 0;)
      text += " " + reversi::move_name(reversi::take_square(rest));
    text += '\n';
  }
  return text + "flips 12\nmobility 20\nsquare\n";
}

}  // namespace trivium::learning::btmm
