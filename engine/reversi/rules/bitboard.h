// Sets of squares in one 64-bit word, and the two functions in which a program of Reversi spends
// its time: the legal moves and the discs that a move flips.
//
// Square a1 is bit 0, b1 bit 1, a2 bit 8. Row 1 is the top row of the usual diagram. Boards of 4
// and 6 use the corner at a1, still with 8 bits a row, so all sizes share the code.
//
// Both functions fill along the lines in four directions at once, which are the lanes of a vector,
// in doubling steps (Kogge-Stone). Source: chessprogramming.org/Kogge-Stone_Algorithm.
#pragma once

#include <bit>
#include <cstdint>

namespace trivium::reversi {

using Bitboard = std::uint64_t;

/// 8 * row + column, in [0, 64).
using Square = std::uint8_t;

constexpr Bitboard bit(Square square) noexcept { return Bitboard{1} << square; }
constexpr int count(Bitboard set) noexcept { return std::popcount(set); }
/// Returns the lowest square of `set`. Requires: not empty.
constexpr Square first_square(Bitboard set) noexcept {
  return static_cast<Square>(std::countr_zero(set));
}
/// Removes the lowest square of `set` and returns it. Requires: not empty.
constexpr Square take_square(Bitboard& set) noexcept {
  const Square square = first_square(set);
  set &= set - 1;
  return square;
}

inline constexpr Bitboard kColumnA = 0x0101010101010101ULL;
inline constexpr Bitboard kColumnH = kColumnA << 7;

/// Returns `squares` and their neighbors in all eight directions.
constexpr Bitboard with_neighbors(Bitboard squares) noexcept {
  const Bitboard rows = squares | (squares & ~kColumnH) << 1 | (squares & ~kColumnA) >> 1;
  return rows | rows << 8 | rows >> 8;
}

namespace detail {

/// One bitboard for each of the four directions. A struct, because compilers warn that bare vectors
/// are passed differently on processors without AVX.
struct Lanes {
  using Vector __attribute__((vector_size(32))) = Bitboard;
  Vector of;

  Bitboard any() const noexcept { return of[0] | of[1] | of[2] | of[3]; }
};

/// Distances between neighbors on a row, a rising diagonal, a column and a falling diagonal.
inline constexpr Lanes kSteps = {{1, 7, 8, 9}};
/// Columns b to g. Only a line along a column may continue through columns a and h.
inline constexpr Bitboard kInner = 0x7E7E7E7E7E7E7E7EULL;

/// Moves every square one step: to a greater index if `Up`, else to a smaller one.
template <bool Up>
Lanes stepped(const Lanes& set, const Lanes& steps = kSteps) noexcept {
  return {Up ? set.of << steps.of : set.of >> steps.of};
}

/// Runs of adjacent discs of `other` that begin next to a square of `from`, in all directions.
struct Runs {
  Runs(Bitboard from, Bitboard other) noexcept {
    const Bitboard inner = other & kInner;
    const Lanes passable{{inner, inner, other, inner}};
    const Lanes begin{Lanes::Vector{} + from};
    up = fill<true>(begin, passable);
    down = fill<false>(begin, passable);
  }

  Lanes up;    ///< runs towards greater indices
  Lanes down;  ///< runs towards smaller indices

 private:
  /// Fills in three steps, which double the reach: 1, 2, 4 and 6 discs.
  template <bool Up>
  static Lanes fill(const Lanes& begin, const Lanes& passable) noexcept {
    const Lanes two_steps{kSteps.of * 2};
    Lanes run{passable.of & stepped<Up>(begin).of};
    run.of |= passable.of & stepped<Up>(run).of;
    const Lanes pairs{passable.of & stepped<Up>(passable).of};
    run.of |= pairs.of & stepped<Up>(run, two_steps).of;
    run.of |= pairs.of & stepped<Up>(run, two_steps).of;
    return run;
  }
};

}  // namespace detail

/// Returns the squares that follow a run of discs of `other` which begins next to a disc of `own`.
/// Those that are empty are the legal moves of `own`.
inline Bitboard run_ends(Bitboard own, Bitboard other) noexcept {
  const detail::Runs runs(own, other);
  return detail::Lanes{detail::stepped<true>(runs.up).of | detail::stepped<false>(runs.down).of}
      .any();
}

/// Returns the discs of `other` that a disc of `own` on `square` flips. The move is legal if there
/// is one. Requires: `square` is empty.
inline Bitboard flips(Square square, Bitboard own, Bitboard other) noexcept {
  const detail::Runs runs(bit(square), other);
  const detail::Lanes::Vector up_closed = (detail::stepped<true>(runs.up).of & own) != 0;
  const detail::Lanes::Vector down_closed = (detail::stepped<false>(runs.down).of & own) != 0;
  return detail::Lanes{(runs.up.of & up_closed) | (runs.down.of & down_closed)}.any();
}

}  // namespace trivium::reversi
