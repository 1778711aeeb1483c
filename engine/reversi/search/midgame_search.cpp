#include "engine/reversi/search/midgame_search.h"

#include <algorithm>
#include <optional>

#include "engine/reversi/endgame/move_order.h"
#include "engine/reversi/endgame/node_moves.h"

namespace trivium::reversi {
namespace {

/// Minimum depth at which threads divide the moves. Below, the bookkeeping costs as much as it
/// saves.
constexpr int kSharedDepth = 4;

}  // namespace

Value MidgameSearch::search(const Position& position, int depth, Window window) {
  // 1. A search to the end of the game.
  if (depth >= count(position.empty))
    return kDisc * endgame_.search(position, score_window(window));

  // 2. A pass, the end of the game, and leaves.
  if (!budget_.spend()) return 0;
  const Bitboard squares = position.moves();
  if (squares == 0) {
    return position.over() ? kDisc * position.final_score()
                           : -search(position.passed(), depth, window.negated());
  }
  if (depth == 0) return evaluator_.value(position);
  return search_moves(position, squares, depth, window);
}

Value MidgameSearch::search_moves(const Position& position, Bitboard squares, int depth,
                                  Window window) {
  const std::uint64_t key = position.key();
  table_.prefetch(key);
  OrderedMoves moves(position, squares);

  // 3. Table: a cut-off, or a narrower window, and the move to try first.
  Move first = kPass;
  if (const std::optional<TableEntry> hit = table_.probe(key)) {
    first = hit->move;
    if (hit->depth >= depth) {
      if (hit->lower >= window.beta || hit->lower == hit->upper) return hit->lower;
      if (hit->upper <= window.alpha) return hit->upper;
      window = {std::max(window.alpha, hit->lower), std::min(window.beta, hit->upper)};
    }
  }

  // 4. All moves in order.
  moves.rank(position, first);
  const SharedNode node(depth >= kSharedDepth ? busy_ : nullptr, key, depth);
  const BestMove best =
      search_in_order(moves, window, node, budget_, [&](const OrderedMove& move, Window inner) {
        return -search(position.placed(move.square, move.flipped), depth - 1, inner.negated());
      });
  if (budget_.was_spent()) return 0;
  table_.store(key, TableEntry::of(best.value, window, best.move, depth));
  return best.value;
}

}  // namespace trivium::reversi
