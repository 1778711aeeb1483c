#include "engine/reversi/endgame/last_squares.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

#include "engine/reversi/endgame/board_areas.h"
#include "engine/reversi/endgame/last_flips.h"

namespace trivium::reversi {
namespace {

/// Squares beside each square. A move flips a disc on one of them.
constexpr std::array<Bitboard, 64> all_neighbors() noexcept {
  std::array<Bitboard, 64> neighbors{};
  for (Square square = 0; square < 64; ++square)
    neighbors[square] = with_neighbors(bit(square)) & ~bit(square);
  return neighbors;
}

constexpr std::array<Bitboard, 64> kNeighbors = all_neighbors();

template <std::size_t N>
using Squares = std::array<Square, N>;

/// Returns `squares` without the one at index `removed`.
template <std::size_t N>
constexpr Squares<N - 1> without(const Squares<N>& squares, std::size_t removed) noexcept {
  Squares<N - 1> rest{};
  for (std::size_t i = 0; i + 1 < N; ++i) rest[i] = squares[i + (i >= removed ? 1 : 0)];
  return rest;
}

/// Puts a square that is alone in its quadrant first, if there is one.
void put_lone_square_first(Squares<3>& squares) noexcept {
  if (quadrant(squares[0]) == quadrant(squares[1])) {
    std::swap(squares[0], squares[2]);
  } else if (quadrant(squares[0]) == quadrant(squares[2])) {
    std::swap(squares[0], squares[1]);
  }
}

/// Solves positions with N empty squares. `N` is a template parameter, so that the loops over the
/// squares are unrolled.
class LastSquares {
 public:
  explicit LastSquares(std::uint64_t& nodes) noexcept : nodes_(nodes) {}

  /// Compares the score with `alpha`, as solve_last_squares() does. `passed`: the other side has no
  /// move.
  template <std::size_t N>
  int solve(Bitboard own, Bitboard other, int alpha, Squares<N> squares,
            bool passed = false) noexcept {
    if constexpr (N == 1) {
      return score_last_square(own, other, squares[0]);
    } else {
      ++nodes_;
      if constexpr (N == 3) put_lone_square_first(squares);
      int best = kNoScore;
      for (std::size_t i = 0; i < N; ++i) {
        const Square square = squares[i];
        if ((kNeighbors[square] & other) == 0) continue;
        const Bitboard flipped = flips(square, own, other);
        if (flipped == 0) continue;
        const int score = -solve<N - 1>(other ^ flipped, own ^ flipped ^ bit(square), -alpha - 1,
                                        without(squares, i));
        if (score > alpha) return score;
        best = std::max(best, score);
      }
      if (best != kNoScore) return best;
      if (!passed) return -solve<N>(other, own, -alpha - 1, squares, true);
      return Position{own, other, empty_squares(squares)}.final_score();
    }
  }

 private:
  template <std::size_t N>
  static Bitboard empty_squares(const Squares<N>& squares) noexcept {
    Bitboard empty = 0;
    for (const Square square : squares) empty |= bit(square);
    return empty;
  }

  /// Returns the score of the side to move if `square` is the only empty one: that side plays it,
  /// else the other side does, else the winner gets it.
  static int score_last_square(Bitboard own, Bitboard other, Square square) noexcept {
    const int difference = count(own) - count(other);
    if (const int flipped = count_last_flips(square, own); flipped != 0)
      return difference + 2 * flipped + 1;
    if (const int flipped = count_last_flips(square, other); flipped != 0)
      return difference - 2 * flipped - 1;
    return difference + (difference > 0 ? 1 : -1);
  }

  std::uint64_t& nodes_;
};

/// Returns the empty squares, first those in quadrants with an odd number of them.
template <std::size_t N>
Squares<N> ordered_squares(Bitboard empty) noexcept {
  Squares<N> squares{};
  std::size_t n = 0;
  const Bitboard odd = odd_squares(empty);
  for (Bitboard set : {odd, empty & ~odd})
    while (set != 0) squares[n++] = take_square(set);
  return squares;
}

}  // namespace

int solve_last_squares(const Position& position, int alpha, std::uint64_t& nodes) noexcept {
  const auto& [own, other, empty] = position;
  LastSquares last(nodes);
  switch (count(empty)) {
    case 4:
      return last.solve(own, other, alpha, ordered_squares<4>(empty));
    case 3:
      return last.solve(own, other, alpha, ordered_squares<3>(empty));
    case 2:
      return last.solve(own, other, alpha, ordered_squares<2>(empty));
    case 1:
      return last.solve(own, other, alpha, ordered_squares<1>(empty));
    default:
      assert(empty == 0);
      return position.final_score();
  }
}

}  // namespace trivium::reversi
