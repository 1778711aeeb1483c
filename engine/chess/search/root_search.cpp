#include "engine/chess/search/root_search.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <span>

#include "engine/chess/search/time_manager.h"
#include "engine/core/deadline.h"

namespace trivium::chess {

namespace {

/// Bounds (fail high, fail low) are reported only after this search time.
constexpr std::chrono::seconds kReportBoundsAfter{3};
/// A mate search begins with a normal search, which finds most mates and otherwise a move to play.
/// Its depth exceeds the requested mate by this number of plies.
constexpr int kLookBeyondMate = 6;
/// On a clock, an only legal move is played after this iteration, which finds the ponder move.
constexpr int kOnlyMoveDepth = 4;
/// Deadline that passes at the ponderhit, because no time passes while pondering.
constexpr Deadline kAtHit{.maximum = std::chrono::microseconds(1)};

}  // namespace

void RootSearch::set_weights(const Weights& weights) noexcept {
  tree_.set_weights(weights);
  expectation_model_ = weights.expectation_model();
  reported_hundred_ = weights.reported_pawn();
}

void RootMove::begin_iteration() noexcept {
  previous_depth = known_depth();
  previous = known_value();
  value = -kInfinity;
}

void RootSearch::prepare(const Game& game, const MoveList& root_moves, SearchContext& context) {
  context_ = &context;
  tree_.prepare(game, context);
  at_first_ = tree_.evaluate_root();
  no_mate_in_ = 0;
  settled_ = Settled();
  reported_best_ = Move();
  unchanged_ = 0;
  all_moves_ = root_moves.size() == static_cast<std::size_t>(count_legal(game.position()));
  root_moves_.clear();
  root_moves_.reserve(root_moves.size());
  tree_.visit_root_moves([&](Move move) {
    if (root_moves.contains(move)) root_moves_.emplace_back().move = move;
  });
}

void RootSearch::run() noexcept {
  const Limits& limits = context_->limits;
  const int depth_limit = std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
  const int mate = limits.mate ? std::clamp(*limits.mate, 1, kMaxDepth / 2) : 0;
  deepen(mate > 0 ? std::min(depth_limit, 2 * mate + kLookBeyondMate) : depth_limit);
  if (mate > 0 && !tree_.stopped()) prove_mate(mate, depth_limit);
  if (tree_.stopped()) prefer_settled();
  tree_.budget().publish();
}

void RootSearch::deepen(int depth_limit) noexcept {
  for (int depth = 1; depth <= depth_limit; ++depth) {
    // Lazy SMP (chessprogramming wiki): every other helper skips every other depth, so that threads
    // do different work.
    if (number_ % 2 == 1 && depth % 2 == 0 && depth < depth_limit) continue;
    iterate(depth);
    // After a stop, the player sends the final report.
    if (leads() && !tree_.stopped()) report_lines();
    if (tree_.stopped() || nothing_left(depth) || (leads() && time_is_spent(depth))) return;
  }
}

void RootSearch::iterate(int depth) noexcept {
  for (RootMove& root_move : root_moves_) root_move.begin_iteration();
  const std::size_t lines = std::min(context_->lines, root_moves_.size());
  for (std::size_t line = 0; line < lines && !tree_.stopped(); ++line) aspirate(depth, line);
}

/// Aspiration windows (chessprogramming wiki): searches around the previous value and widens the
/// window on the side where it fails.
void RootSearch::aspirate(int depth, std::size_t line) noexcept {
  constexpr Value kWidest = 400;
  const Value guess = root_moves_[line].previous;
  const bool open =
      !works_from(context_->parameters.aspiration_from_depth, depth) || is_mate(guess);
  Value width = context_->parameters.aspiration_width;
  Value alpha = open ? -kInfinity : guess - width;
  Value beta = open ? kInfinity : guess + width;
  while (true) {
    const Value value_before = root_moves_[line].value;
    const auto bound_before = root_moves_[line].bound;
    const Value value = search(alpha, beta, depth, line);
    // Stopped without a new value: keeps the previous one.
    if (tree_.stopped() && root_moves_[line].value == -kInfinity) {
      root_moves_[line].value = value_before;
      root_moves_[line].bound = bound_before;
    }
    bring_best_to(line);
    if (line == 0) keep_if_exact();
    if (tree_.stopped() || (value > alpha && value < beta))
      return put_in_order(tree_.stopped() ? root_moves_.size() : line + 1);
    width *= 2;
    if (value <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = width > kWidest ? -kInfinity : std::max(value - width, -kInfinity);
    } else {
      beta = width > kWidest ? kInfinity : std::min(value + width, kInfinity);
    }
    const bool long_search =
        std::chrono::steady_clock::now() - context_->started >= kReportBoundsAfter;
    if (leads() && context_->lines == 1 && long_search)
      report_line(0, context_->table.used_per_mille());
  }
}

Value RootSearch::search(Value alpha, Value beta, int depth, std::size_t line) noexcept {
  return tree_.search_root(std::span(root_moves_).subspan(line),
                           {alpha, beta, depth, line == 0 && all_moves_});
}

/// Stores the best line if its value is exact. Also used for unfinished iterations.
void RootSearch::keep_if_exact() noexcept {
  const RootMove& best = root_moves_[0];
  if (best.value != -kInfinity && best.bound == Bound::kExact)
    settled_ = {best.value, best.depth, best.line};
}

/// Keeps the last exact result if the aborted iteration produced only a bound of the best move.
void RootSearch::prefer_settled() noexcept {
  RootMove& best = root_moves_[0];
  if (best.value == -kInfinity || best.bound == Bound::kExact) return;
  if (settled_.depth == 0 || settled_.line.moves[0] != best.move) return;
  best.value = settled_.value;
  best.bound = Bound::kExact;
  best.depth = settled_.depth;
  best.line = settled_.line;
}

/// Moves the best move found for this rank there; the others keep their order.
void RootSearch::bring_best_to(std::size_t line) noexcept {
  const auto rank = root_moves_.begin() + static_cast<std::ptrdiff_t>(line);
  const auto less = [](const RootMove& a, const RootMove& b) { return a.value < b.value; };
  const auto best = std::max_element(rank, root_moves_.end(), less);
  if (best->value == -kInfinity) return;
  std::rotate(rank, best, best + 1);
}

/// Sorts the first `ranks` moves by this iteration's values. Moves that it has not reached stay
/// behind, in their previous order.
void RootSearch::put_in_order(std::size_t ranks) noexcept {
  const auto better = [](const RootMove& a, const RootMove& b) { return a.value > b.value; };
  // Insertion sort: stable, but without the memory of std::stable_sort. The moves are almost in
  // order.
  const auto end = root_moves_.begin() + static_cast<std::ptrdiff_t>(ranks);
  for (auto next = root_moves_.begin(); next != end; ++next) {
    std::rotate(std::upper_bound(root_moves_.begin(), next, *next, better), next, next + 1);
  }
}

/// True if the requested mate is found, or if any mate is found and the search is deep enough that
/// a shorter one is unlikely.
bool RootSearch::nothing_left(int depth) const noexcept {
  const Value value = root_moves_[0].value;
  if (context_->limits.mate &&
      value >= mate_in(2 * std::min(*context_->limits.mate, kMaxDepth / 2) - 1))
    return true;
  return is_mate(value) && !context_->limits.depth && context_->lines == 1 &&
         depth >= 2 * (kMateValue - std::abs(value)) + 4;
}

/// True if the time is used up. Time spent pondering counts, too: if it suffices, the search ends
/// at the ponderhit.
bool RootSearch::time_is_spent(int depth) noexcept {
  const RootMove& best = root_moves_[0];
  const bool same = best.move == reported_best_;
  unchanged_ = same ? unchanged_ + 1 : 0;
  reported_best_ = best.move;
  const std::optional<Deadline::Duration>& optimum = context_->deadline.optimum;
  if (!optimum) return false;
  const auto thought = std::chrono::steady_clock::now() - context_->started;
  const int drop = same && best.previous != -kInfinity ? best.previous - best.value : 0;
  const auto effort =
      static_cast<int>(100 * best.nodes / std::max<std::uint64_t>(tree_.budget().nodes(), 1));
  const bool only_move = root_moves_.size() == 1 && depth >= kOnlyMoveDepth;
  const bool enough = only_move || thought >= wanted_time(*optimum, {unchanged_, drop, effort},
                                                          context_->parameters);
  const bool waits = enough && context_->control.pondering();
  tree_.budget().set_deadline(waits ? kAtHit : context_->deadline);
  return enough && !waits;
}

/// `go mate`: full-width searches for a mate in 1, 2, ... moves. Mate distance pruning ends each of
/// them at its depth. Without pruning and reductions, and with separate table entries, a failure
/// proves that there is no mate.
void RootSearch::prove_mate(int moves, int depth_limit) noexcept {
  if (root_moves_[0].known_value() >= mate_in(2 * moves - 1)) return;
  for (RootMove& root_move : root_moves_) root_move.begin_iteration();
  for (int plies = 1; plies < 2 * moves && plies <= depth_limit && !tree_.stopped(); plies += 2) {
    const RootTask task{.alpha = mate_in(plies) - 1,
                        .beta = mate_in(plies) + 1,
                        .depth = plies,
                        .all_moves = all_moves_,
                        .exhaustive = true};
    const Value value = tree_.search_root(root_moves_, task);
    if (value >= mate_in(plies)) {  // proved, even if the search was stopped at a later move
      bring_best_to(0);
      if (leads()) report_lines();
      return;
    }
    for (RootMove& root_move : root_moves_) root_move.value = -kInfinity;
    if (!tree_.stopped()) no_mate_in_ = (plies + 1) / 2;
  }
}

void RootSearch::report_lines() const noexcept {
  if (!context_->report) return;
  const int used = context_->table.used_per_mille();
  for (std::size_t rank = 0; rank < std::min(context_->lines, root_moves_.size()); ++rank)
    report_line(rank, used);
}

void RootSearch::report_line(std::size_t rank, int hash_per_mille) const noexcept try {
  const RootMove& root_move = root_moves_[rank];
  const bool known = root_move.known_value() != -kInfinity;
  if (!context_->report || (!known && rank > 0)) return;
  const Value value = known ? root_move.known_value() : at_first_;
  Report<Move> report;
  report.depth = root_move.known_depth();
  report.selective_depth = std::max(root_move.selective_depth, report.depth);
  report.line = static_cast<int>(rank) + 1;
  report.score = to_score(reported_value(value, reported_hundred_),
                          root_move.value == -kInfinity ? Bound::kExact : root_move.bound);
  report.expectation = expectation(value, expectation_model_);
  report.nodes = nodes();
  report.time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - context_->started);
  report.hash_per_mille = hash_per_mille;
  report.principal_variation = playable_line(root_move);
  context_->report(report);
} catch (const std::bad_alloc&) {  // the report is omitted
}

std::vector<Move> RootSearch::playable_line(const RootMove& root_move) const {
  constexpr std::size_t kWithReply = 2;
  std::vector<Move> moves;
  Position position = tree_.position();
  const std::span<const std::uint64_t> before = tree_.game_keys();
  std::vector<std::uint64_t> keys(before.begin(), before.end());
  const auto known = static_cast<std::size_t>(root_move.line.size);
  while (moves.empty() || !is_drawn(position, keys, 3)) {
    Move move = moves.size() < known ? root_move.line.moves[moves.size()] : Move();
    if (known == 0 && moves.empty()) move = root_move.move;
    if (!move && moves.size() < kWithReply) {
      const std::optional<TableEntry> hit = context_->table.probe(position.key(), 0);
      if (hit) move = hit->move;
    }
    if (!move || !is_legal(position, move)) break;
    position.do_move(move);
    keys.push_back(position.key());
    moves.push_back(move);
  }
  return moves;
}

}  // namespace trivium::chess
