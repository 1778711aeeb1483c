#include "engine/reversi/endgame/endgame_search.h"

#include <algorithm>

#include "engine/reversi/endgame/board_areas.h"
#include "engine/reversi/endgame/last_squares.h"
#include "engine/reversi/endgame/stability.h"

namespace trivium::reversi {
namespace {

/// Maximum number of empty squares of a position that is searched without table and ranks.
constexpr int kFewSquares = 7;
/// Minimum number of empty squares at which enhanced transposition cut-offs save time.
constexpr int kTranspositionSquares = 9;
/// Minimum number of empty squares of a position at which progress is reported.
constexpr int kReportSquares = 14;

/// True if a stability cut-off is likely enough to be worth its time: the lower alpha is, the more
/// stable discs it needs, and with many empty squares there are few.
constexpr bool may_cut_off_by_stability(int alpha, int empty) noexcept {
  return alpha >= 2 * empty + 10;
}

}  // namespace

int EndgameSearch::search(const Position& position, Window window) {
  if (!window.is_null() || count(position.empty) > kFewSquares)
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
  if (progress_ && empty >= kReportSquares) progress_(budget_.nodes(), budget_.max_nodes());

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

  // 3. Table: a cut-off, or a narrower window and the move to try first.
  Move first = kPass;
  if (const std::optional<EndgameEntry> hit = table_.probe(key)) {
    if (hit->lower >= window.beta || hit->is_exact()) return hit->lower;
    if (hit->upper <= window.alpha) return hit->upper;
    window = {std::max(window.alpha, hit->lower), std::min(window.beta, hit->upper)};
    first = hit->move;
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
  for (const OrderedMove& move : moves) {
    const std::optional<EndgameEntry> hit =
        table_.probe(position.placed(move.square, move.flipped).key());
    if (hit && -hit->upper >= beta) return -hit->upper;
  }
  return std::nullopt;
}

int EndgameSearch::search_moves(const Position& position, std::uint64_t key, OrderedMoves& moves,
                                Window window) {
  const auto [alpha, beta] = window;
  int best = kNoScore;
  Move best_move = kPass;
  for (OrderedMove* move = moves.begin(); move != moves.end() && best < beta; ++move) {
    moves.select(move);
    const Position after = position.placed(move->square, move->flipped);
    const int bound = std::max(alpha, best);
    int score = bound + 1;
    if (best_move != kPass) score = -search(after, Window{bound, bound + 1}.negated());
    if (best_move == kPass || (score > bound && score < beta))
      score = -search(after, Window{bound, beta}.negated());
    if (budget_.was_spent()) return 0;
    if (score > best) {
      best = score;
      best_move = move->square;
    }
  }
  table_.store(key, {.lower = best > alpha ? best : -kMaxScore,
                     .upper = best < beta ? best : kMaxScore,
                     .move = best_move,
                     .empty = count(position.empty)});
  return best;
}

}  // namespace trivium::reversi
