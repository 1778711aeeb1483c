// The loop over the moves of a node in a principal variation search, for the searches with and
// without an evaluation.
//
// The first move is searched with the whole window. A null window then tests whether another move
// is better; if so, that move is searched again with the rest of the window. Threads that search
// the same node divide its moves. Source: Marsland and Campbell 1982.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/core/busy_moves.h"
#include "engine/core/node_budget.h"
#include "engine/reversi/endgame/move_order.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

/// A node whose moves threads divide among them (engine/core/busy_moves.h).
class SharedNode {
 public:
  /// `busy` is null if the node is not shared. `position` is the key of its position.
  SharedNode(BusyMoves* busy, std::uint64_t position, int depth) noexcept
      : busy_(busy), position_(position), depth_(depth) {}

  /// True if another thread is searching the move.
  bool is_busy(Square square) const noexcept { return busy_ != nullptr && busy_->has(key(square)); }
  /// Marks the move as busy for other threads during the lifetime of the result.
  BusyMoves::Claim claim(Square square) const noexcept { return {busy_, key(square)}; }

 private:
  BusyMoves::Key key(Square square) const noexcept {
    return BusyMoves::key(position_, std::uint64_t{square} << 32, depth_);
  }

  BusyMoves* busy_;
  std::uint64_t position_;
  int depth_;
};

struct BestMove {
  int value = -kInfinity;  ///< exact inside the window, a bound outside
  Move move = kPass;
};

/// Searches ranked moves until one reaches beta. `search_move(const OrderedMove&, Window)` returns
/// the value of a move for the side that makes it. The result means nothing if the budget is spent.
/// Requires: there is a move.
template <class SearchMove>
BestMove search_in_order(OrderedMoves& moves, Window window, const SharedNode& node,
                         const NodeBudget& budget, const SearchMove& search_move) {
  BestMove best;
  for (OrderedMove* move = moves.begin(); move != moves.end() && best.value < window.beta; ++move) {
    const bool is_first = best.move == kPass;
    moves.select(move);
    while (!is_first && move->rank != OrderedMoves::kDeferred && node.is_busy(move->square)) {
      move->rank = OrderedMoves::kDeferred;
      moves.select(move);
    }
    const BusyMoves::Claim claim = node.claim(move->square);
    const int bound = std::max(window.alpha, best.value);
    int value = bound + 1;
    if (!is_first) value = search_move(*move, Window{bound, bound + 1});
    if (is_first || (value > bound && value < window.beta))
      value = search_move(*move, Window{bound, window.beta});
    if (budget.was_spent()) break;
    if (value > best.value) best = {value, move->square};
  }
  return best;
}

}  // namespace trivium::reversi
