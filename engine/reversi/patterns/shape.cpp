#include "engine/reversi/patterns/shape.h"

#include <algorithm>
#include <utility>

namespace trivium::reversi {

namespace {

/// For each square of a shape, the number of the square whose contents a symmetry moves there.
using Permutation = std::vector<std::size_t>;

std::vector<Square> images(std::span<const Square> squares, int symmetry) {
  std::vector<Square> result;
  for (const Square square : squares) result.push_back(image(square, symmetry));
  return result;
}

Bitboard set_of(std::span<const Square> squares) noexcept {
  Bitboard set = 0;
  for (const Square square : squares) set |= bit(square);
  return set;
}

/// Returns the symmetries of the board that map `squares` to themselves, as permutations.
std::vector<Permutation> symmetries_of(const std::vector<Square>& squares) {
  std::vector<Permutation> permutations;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    const std::vector<Square> mapped = images(squares, symmetry);
    if (set_of(mapped) != set_of(squares)) continue;
    Permutation permutation;
    for (const Square square : mapped)
      permutation.push_back(
          static_cast<std::size_t>(std::ranges::find(squares, square) - squares.begin()));
    permutations.push_back(std::move(permutation));
  }
  return permutations;
}

std::uint32_t digit_at(std::uint32_t code, std::size_t place) noexcept {
  return code / code_count(place) % 3;
}

std::uint32_t permuted(std::uint32_t code, const Permutation& permutation) noexcept {
  std::uint32_t result = 0;
  for (std::size_t i = permutation.size(); i-- > 0;)
    result = 3 * result + digit_at(code, permutation[i]);
  return result;
}

std::size_t permuted_place(std::size_t place, const Permutation& permutation) noexcept {
  return static_cast<std::size_t>(std::ranges::find(permutation, place) - permutation.begin());
}

}  // namespace

Shape::Shape(std::string shape_name, std::vector<Square> shape_squares, PatternUse use)
    : name(std::move(shape_name)),
      squares(std::move(shape_squares)),
      contents(code_count(squares.size())) {
  std::vector<Bitboard> known;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<Square> mapped = images(squares, symmetry);
    if (std::ranges::find(known, set_of(mapped)) != known.end()) continue;
    known.push_back(set_of(mapped));
    instances.push_back(std::move(mapped));
  }

  const std::vector<Permutation> permutations = symmetries_of(squares);
  const std::size_t places = use == PatternUse::kMoves ? squares.size() : 1;
  entries.assign(places * contents, kNoEntry);
  for (std::size_t place = 0; place < places; ++place) {
    for (std::uint32_t code = 0; code < contents; ++code) {
      if (use == PatternUse::kMoves && digit_at(code, place) != 0) continue;
      std::uint32_t first = raw(place, code);
      for (const Permutation& permutation : permutations) {
        const std::size_t there = places > 1 ? permuted_place(place, permutation) : 0;
        first = std::min(first, raw(there, permuted(code, permutation)));
      }
      entries[raw(place, code)] = first == raw(place, code) ? codes++ : entries[first];
    }
  }
}

}  // namespace trivium::reversi
