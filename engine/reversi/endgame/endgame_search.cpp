#include "engine/reversi/endgame/endgame_search.h"

#include <algorithm>

#include "engine/reversi/endgame/board_areas.h"
#include "engine/reversi/endgame/last_squares.h"
#include "engine/reversi/endgame/node_moves.h"
#include "engine/reversi/endgame/stability.h"

namespace trivium::reversi {
namespace {

/// Maximum number of empty squares of a position that is searched without table and ranks.
constexpr int kFewSquares = 7;
/// Maximum number of nodes of such a search: each has a pass and then a move on every square, and
/// positions with one empty square are not counted.
constexpr std::uint64_t max_nodes(int empty) noexcept {
  return empty < 2 ? 0 : 2 + static_cast<std::uint64_t>(empty) * max_nodes(empty - 1);
}
constexpr std::uint64_t kMaxFewNodes = max_nodes(kFewSquares);
/// Minimum number of empty squares at which enhanced transposition cut-offs save time.
constexpr int kTranspositionSquares = 9;
/// Minimum number of empty squares at which threads divide the moves. Below, the bookkeeping costs
/// as much as it saves.
constexpr int kSharedSquares = 12;
/// Minimum number of empty squares of a position at which progress is reported.
constexpr int kReportSquares = 14;

/// True if a stability cut-off is likely enough to be worth its time: the lower alpha is, the more
/// stable discs it needs, and with many empty squares there are few.
constexpr bool may_cut_off_by_stability(int alpha, int empty) noexcept {
  return alpha >= 2 * empty + 10;
}

}  // namespace

int EndgameSearch::search(const Position& position, Window window) {
  // Small subtrees are counted as a whole, so near a node limit they are searched by single nodes.
  if (!window.is_null() || count(position.empty) > kFewSquares ||
      budget_.nodes_left() <= kMaxFewNodes)
    return search_many(position, window);
  std::uint64_t nodes = 0;
  const int score = search_few(position, window.alpha, nodes);
  budget_.count(nodes);
  return score;
}

int EndgameSearch::search_few(const Position& position, int alpha,
                              std::uint64_t& nodes) const noexcept {
  if (count(position.empty) <= kLastSquares) return solve_last_squares(position, alpha, nodes);
  ++nodes;
  const Bitboard moves = position.moves();
  if (moves == 0) {
    return position.over() ? position.final_score()
                           : -search_few(position.passed(), -alpha - 1, nodes);
  }
  int best = kNoScore;
  const Bitboard odd = odd_squares(position.empty);
  for (Bitboard squares : {moves & odd & kCorners, moves & odd & ~kCorners, moves & ~odd & kCorners,
                           moves & ~odd & ~kCorners}) {
    while (squares != 0) {
      const Square square = take_square(squares);
      const Bitboard flipped = position.flips(square);
      const int score = -search_few(position.placed(square, flipped), -alpha - 1, nodes);
      if (score > alpha) return score;
      best = std::max(best, score);
    }
  }
  return best;
}

int EndgameSearch::search_many(const Position& position, Window window) {
  const int empty = count(position.empty);
  if (!budget_.spend()) return 0;
  if (progress_ && empty >= kReportSquares) progress_(budget_.all_nodes(), budget_.max_nodes());

  // 1. Stability cut-off.
  if (window.is_null() && may_cut_off_by_stability(window.alpha, empty)) {
    if (const int bound = stability_bound(position); bound <= window.alpha) return bound;
  }

  // 2. Legal moves, while the memory fetches the table's entry.
  const std::uint64_t key = position.key();
  table_.prefetch(key);
  const Bitboard squares = position.moves();
  if (squares == 0) {
    return position.over() ? position.final_score()
                           : -search_many(position.passed(), window.negated());
  }
  OrderedMoves moves(position, squares);

  // 3. Table: a cut-off, or a narrower window, and the move to try first.
  Move first = kPass;
  if (const std::optional<TableEntry> hit = table_.probe(key)) {
    first = hit->move;
    if (hit->depth >= empty) {
      const int lower = hit->lower / kDisc;
      const int upper = hit->upper / kDisc;
      if (lower >= window.beta || lower == upper) return lower;
      if (upper <= window.alpha) return upper;
      window = {std::max(window.alpha, lower), std::min(window.beta, upper)};
    }
  }

  // 4. A move that flips all discs of the other side wins every square.
  for (const OrderedMove& move : moves)
    if (move.flipped == position.other) return count(position.board());

  // 5. Enhanced transposition cut-off.
  if (empty >= kTranspositionSquares) {
    if (const std::optional<int> bound = transposition_bound(position, moves, window.beta))
      return *bound;
  }

  // 6. All moves in order.
  moves.rank(position, first);
  return search_moves(position, key, moves, window);
}

std::optional<int> EndgameSearch::transposition_bound(const Position& position, OrderedMoves& moves,
                                                      int beta) const noexcept {
  const int empty_after = count(position.empty) - 1;
  for (const OrderedMove& move : moves) {
    const std::optional<TableEntry> hit =
        table_.probe(position.placed(move.square, move.flipped).key());
    if (hit && hit->depth >= empty_after && -hit->upper >= beta * kDisc) return -hit->upper / kDisc;
  }
  return std::nullopt;
}

int EndgameSearch::search_moves(const Position& position, std::uint64_t key, OrderedMoves& moves,
                                Window window) {
  const int empty = count(position.empty);
  const SharedNode node(empty >= kSharedSquares ? busy_ : nullptr, key, empty);
  const BestMove best = search_in_order(
      moves, window, node, budget_, [this, &position](const OrderedMove& move, Window inner) {
        return -search(position.placed(move.square, move.flipped), inner.negated());
      });
  if (budget_.was_spent()) return 0;
  table_.store(key, TableEntry::of(kDisc * best.value, {kDisc * window.alpha, kDisc * window.beta},
                                   best.move, empty));
  return best.value;
}

}  // namespace trivium::reversi
