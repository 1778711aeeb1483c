// Legal moves in the order in which a search tries them.
//
// Moves that leave the other side few moves come first (fastest first), because their subtrees are
// small and forced moves often lose discs. Among moves of nearly equal rank, those into quadrants
// with an odd number of empty squares come first, because the side that begins in such a quadrant
// often gets its last move (parity). Source: Andersson, "Writing an Othello program" (fastest
// first, parity); the weights were chosen by the number of nodes for 90 positions of WTHOR games
// with 18 and 20 empty squares.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

struct OrderedMove {
  Square square;
  int rank;          ///< moves with a higher rank are tried earlier
  Bitboard flipped;  ///< discs that the move flips
};

/// Moves of one position; does not allocate.
class OrderedMoves {
 public:
  /// Rank of a move that waits until all others were tried.
  static constexpr int kDeferred = std::numeric_limits<int>::min();

  /// Lists the legal moves on the squares `moves` with rank 0, in the order of the squares.
  OrderedMoves(const Position& position, Bitboard moves) noexcept;

  /// Ranks all moves by the replies that they allow and by parity; `first` is tried first, if it is
  /// among them.
  void rank(const Position& position, Move first) noexcept;
  /// Ranks all moves by `rank_of(const OrderedMove&)`, which does not throw; `first` is tried
  /// first, if it is among them.
  template <class RankOf>
  void rank_by(Move first, const RankOf& rank_of) noexcept {
    for (OrderedMove& move : *this)
      move.rank = move.square == first ? std::numeric_limits<int>::max() : rank_of(move);
  }
  /// Exchanges `*next` with the move of the highest rank from `next` on.
  void select(OrderedMove* next) noexcept;

  OrderedMove* begin() noexcept { return moves_.data(); }
  OrderedMove* end() noexcept { return moves_.data() + size_; }

 private:
  // Not initialized, because that takes longer than a search of few empty squares. Only the first
  // size_ elements are used.
  std::array<OrderedMove, 64> moves_;
  std::size_t size_ = 0;
};

}  // namespace trivium::reversi
