#include "engine/reversi/endgame/move_order.h"

#include <algorithm>
#include <utility>

#include "engine/reversi/endgame/board_areas.h"

namespace trivium::reversi {
namespace {

// Weights of what a move leaves, in units of 1/32 reply of the other side.
constexpr int kReply = 32;
constexpr int kCornerReply = 40;   ///< in addition to kReply
constexpr int kEmptyNeighbor = 7;  ///< empty square beside own discs, where replies may arise
constexpr int kStableDisc = 9;     ///< own disc in a corner, or beside an own corner on the edge
constexpr int kOdd = 3;            ///< the move is in a quadrant with an odd number of squares

constexpr Bitboard kBesideCornerOnRow = 0x4200000000000042ULL;
constexpr Bitboard kBesideCornerOnColumn = 0x0081000000008100ULL;

/// Returns those of `discs` that are stable because of a corner. Counts only the corners and the
/// squares beside them on the edge.
constexpr Bitboard stable_at_corners(Bitboard discs) noexcept {
  const Bitboard corners = discs & kCorners;
  return corners | (discs & kBesideCornerOnRow & (corners << 1 | corners >> 1)) |
         (discs & kBesideCornerOnColumn & (corners << 8 | corners >> 8));
}

/// Returns the rank of the move that led to `after`. `is_odd`: its quadrant had an odd number of
/// empty squares.
int rank_of(const Position& after, bool is_odd) noexcept {
  const Bitboard replies = after.moves();
  const Bitboard own = after.other;
  return kStableDisc * count(stable_at_corners(own)) + (is_odd ? kOdd : 0) -
         kReply * count(replies) - kCornerReply * count(replies & kCorners) -
         kEmptyNeighbor * count(with_neighbors(own) & after.empty);
}

}  // namespace

OrderedMoves::OrderedMoves(const Position& position, Bitboard moves) noexcept {
  while (moves != 0) {
    const Square square = take_square(moves);
    moves_[size_++] = {square, 0, position.flips(square)};
  }
}

void OrderedMoves::rank(const Position& position, Move first) noexcept {
  const Bitboard odd = odd_squares(position.empty);
  rank_by(first, [&](const OrderedMove& move) {
    return rank_of(position.placed(move.square, move.flipped), (odd & bit(move.square)) != 0);
  });
}

void OrderedMoves::select(OrderedMove* next) noexcept {
  std::swap(*next, *std::max_element(next, end(), [](const OrderedMove& a, const OrderedMove& b) {
    return a.rank < b.rank;
  }));
}

}  // namespace trivium::reversi
