#include "engine/reversi/search/midgame_search.h"

#include <algorithm>

#include "engine/reversi/endgame/node_moves.h"

namespace trivium::reversi {
namespace {

/// Minimum depth at which threads divide the moves. Below, the bookkeeping costs as much as it
/// saves.
constexpr int kSharedDepth = 4;

}  // namespace

Value MidgameSearch::search_node(const EvaluatedPosition& node, int depth, Window window) {
  const Position& position = node.position;

  // 1. A search to the end of the game.
  if (depth >= count(position.empty))
    return kDisc * endgame_.search(position, score_window(window));

  // 2. A pass, the end of the game, and leaves.
  if (!budget_.spend()) return 0;
  const Bitboard squares = position.moves();
  if (squares == 0) {
    return position.over() ? kDisc * position.final_score()
                           : -search_node(evaluator_.passed(node), depth, window.negated());
  }
  if (depth == 0) return evaluator_.value(node);
  return search_moves(node, squares, depth, window);
}

Value MidgameSearch::search_moves(const EvaluatedPosition& node, Bitboard squares, int depth,
                                  Window window) {
  if (progress_ && depth >= kReportDepth) progress_(budget_.all_nodes(), budget_.max_nodes());
  const std::uint64_t key = node.position.key();
  table_.prefetch(key);
  OrderedMoves moves(node.position, squares);

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

  // 4. ProbCut. If it does not cut off, its search has a move to try first.
  if (const Value margin = probcut_.margin(depth, node.position.discs());
      margin > 0 && window.is_null()) {
    if (const std::optional<Value> bound = try_probcut(node, depth, margin, window)) return *bound;
    if (first == kPass) first = best_known_move(key);
  }

  // 5. All moves in order.
  rank(node.position, depth, first, moves);
  const SharedNode shared(depth >= kSharedDepth ? busy_ : nullptr, key, depth);
  const BestMove best =
      search_in_order(moves, window, shared, budget_, [&](const OrderedMove& move, Window inner) {
        return -search_node(evaluator_.placed(node, move.square, move.flipped), depth - 1,
                            inner.negated());
      });
  if (budget_.was_spent()) return 0;
  table_.store(key, TableEntry::of(best.value, window, best.move, depth));
  return best.value;
}

/// Returns a bound of the value if a shallow search is so far outside the null window that the deep
/// one probably is too. The evaluation decides which side of the window is tried.
std::optional<Value> MidgameSearch::try_probcut(const EvaluatedPosition& node, int depth,
                                                Value margin, Window window) {
  const int shallow = probcut_depth(depth);
  const Value estimate = evaluator_.value(node);
  if (estimate >= window.beta && window.beta + margin <= kMaxValue) {
    const Value bound = window.beta + margin;
    const Value value = search_node(node, shallow, {bound - 1, bound});
    if (value >= bound && !budget_.was_spent()) return window.beta;
  }
  if (estimate <= window.alpha && window.alpha - margin >= -kMaxValue) {
    const Value bound = window.alpha - margin;
    const Value value = search_node(node, shallow, {bound, bound + 1});
    if (value <= bound && !budget_.was_spent()) return window.alpha;
  }
  return std::nullopt;
}

/// Returns the move that the table has for a position; kPass if there is none.
Move MidgameSearch::best_known_move(std::uint64_t key) const noexcept {
  const std::optional<TableEntry> hit = table_.probe(key);
  return hit ? hit->move : kPass;
}

/// Ranks moves by their probability where the depth makes this worth its time, else by what they
/// leave to the other side.
void MidgameSearch::rank(const Position& position, int depth, Move first,
                         OrderedMoves& moves) const noexcept {
  if (priors_ == nullptr || depth < parameters_.priors_depth) return moves.rank(position, first);
  moves.rank_by(first, [&](const OrderedMove& move) {
    return priors_->log_strength(position, move.square, move.flipped);
  });
}

}  // namespace trivium::reversi
