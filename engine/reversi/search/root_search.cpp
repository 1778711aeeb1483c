#include "engine/reversi/search/root_search.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "engine/core/search_together.h"
#include "engine/reversi/endgame/best_line.h"
#include "engine/reversi/endgame/move_order.h"
#include "engine/reversi/endgame/node_moves.h"
#include "engine/reversi/evaluation/evaluation.h"
#include "engine/reversi/search/solve_estimate.h"

namespace trivium::reversi {
namespace {

/// Window that decides who wins.
constexpr Window kWinnerWindow = {-kDisc, kDisc};
constexpr Window kAllValues = {-kInfinity, kInfinity};

/// Without limits, the next iterations take this multiple of the nodes of all earlier ones.
constexpr std::uint64_t kGrowth = 8;
/// Nodes per second, assumed while fewer than kFewNodes were searched.
constexpr double kAssumedSpeed = 1e6;
constexpr std::uint64_t kFewNodes = 10'000;

constexpr Score::Bound bound_of(Value value, Window window) noexcept {
  if (value <= window.alpha) return Score::Bound::kUpper;
  return value >= window.beta ? Score::Bound::kLower : Score::Bound::kExact;
}

/// Returns the bounds of the score of the other side, in discs, after a move with this value.
ScoreBounds bounds_after(Value value, Score::Bound bound) noexcept {
  const int score = -value / kDisc;
  ScoreBounds bounds;
  if (bound != Score::Bound::kLower) bounds.lower = score;
  if (bound != Score::Bound::kUpper) bounds.upper = score;
  return bounds;
}

}  // namespace

RootSearch::RootSearch(const Position& position, const SearchContext& context)
    : context_(context),
      position_(position),
      empty_(count(position.empty)),
      budget_(context.limits.nodes, &context.control, context.deadline),
      tree_(context.knowledge, context.table, budget_, context.busy, context.parameters) {
  add_root_moves();
}

/// Lists the root moves, the most promising ones first.
void RootSearch::add_root_moves() {
  OrderedMoves moves(position_, position_.moves());
  const std::optional<TableEntry> hit = context_.table.probe(position_.key());
  moves.rank(position_, hit ? hit->move : kPass);
  for (OrderedMove* move = moves.begin(); move != moves.end(); ++move) {
    moves.select(move);
    root_.push_back({.move = move->square, .after = position_.placed(move->square, move->flipped)});
  }
  if (position_.must_pass()) root_.push_back({.move = kPass, .after = position_.passed()});
}

Move RootSearch::run(std::span<RootSearch* const> helpers) {
  if (root_.empty()) return kPass;
  try {
    search(helpers);
  } catch (const std::bad_alloc&) {
    // The best move so far is in front.
  }
  if (context_.limits.infinite) context_.control.wait_for_stop();
  return root_.front().move;
}

/// Searches, unless the move is forced.
void RootSearch::search(std::span<RootSearch* const> helpers) {
  if (is_forced()) {
    root_.front().value = tree_.evaluator().value(position_);
    return send_report(0, 1, root_.front(), {root_.front().move});
  }
  bool solves = false;
  const auto lead = [&] { solves = deepen(); };
  search_beside(helpers, lead, &RootSearch::help_deepen);
  const auto lead_to_end = [this] { solve(); };
  if (solves) search_beside(helpers, lead_to_end, &RootSearch::solve);
}

/// True if the move needs no search. Without a clock, an only move is searched for its score.
bool RootSearch::is_forced() const noexcept {
  const bool has_clock = context_.limits.clock && !context_.limits.infinite;
  return root_.front().move == kPass || (root_.size() == 1 && has_clock);
}

/// Runs `lead` on this thread and `help` on each of `helpers`, on its own thread. On return all
/// have ended.
void RootSearch::search_beside(std::span<RootSearch* const> helpers,
                               const std::function<void()>& lead, void (RootSearch::*help)()) {
  if (!helpers.empty()) budget_.share(shared_);
  for (RootSearch* const helper : helpers) {
    helper->root_ = root_;
    helper->is_helper_ = true;
    helper->budget_ = NodeBudget(context_.limits.nodes);
    helper->budget_.share(shared_);
  }
  search_together(shared_, helpers.size(), lead, [helpers, help](std::size_t i) {
    (helpers[i]->*help)();
    helpers[i]->budget_.publish();
  });
}

/// Iterates over the depths. Returns true if the position is to be solved.
bool RootSearch::deepen() {
  const int last = std::max(context_.limits.depth.value_or(kMaxScore), 1);
  for (int depth = 1; depth <= last; ++depth) {
    if (depth >= empty_) return true;
    const bool is_complete = search_iteration(depth);
    send_reports(depth, is_complete);
    if (!is_complete || budget_.spent_now()) return false;
    if (last >= empty_ && should_solve()) return true;
    if (context_.deadline.is_late(context_.control.elapsed())) return false;
  }
  return false;
}

/// Runs the same iterations as the main thread, until it is stopped.
void RootSearch::help_deepen() {
  for (int depth = 1; depth < empty_; ++depth)
    if (!search_iteration(depth)) return;
}

/// Searches to the end of the game: if one line is wanted, first who wins, since this takes less
/// time; then the score.
void RootSearch::solve() {
  Window window = kAllValues;
  if (context_.lines <= 1) {
    const bool is_complete = search_root(empty_, kWinnerWindow);
    send_reports(empty_, is_complete);
    const RootMove& best = root_.front();
    if (!is_complete || best.bound == Score::Bound::kExact || budget_.spent_now()) return;
    window = best.bound == Score::Bound::kLower ? Window{best.value - kDisc, kInfinity}
                                                : Window{-kInfinity, best.value + kDisc};
  }
  const bool is_complete = search_root(empty_, window);
  send_reports(empty_, is_complete);
}

/// True if the limits probably suffice to solve the position, and enough was searched before, which
/// gives a good order of the root moves.
bool RootSearch::should_solve() const noexcept {
  const SearchParameters& parameters = context_.parameters;
  const auto lines = static_cast<std::uint64_t>(std::max(context_.lines, 1));
  if (lines * solving_nodes(empty_, parameters.solve_reserve) > available_nodes()) return false;
  const std::uint64_t wanted =
      solving_nodes(empty_) * static_cast<std::uint64_t>(parameters.solve_search) / 100;
  return budget_.all_nodes() >= wanted || context_.deadline.is_late(context_.control.elapsed());
}

/// Returns an estimate of the nodes that can still be searched.
std::uint64_t RootSearch::available_nodes() const noexcept {
  const std::uint64_t searched = budget_.all_nodes();
  const std::optional<Deadline::Duration>& maximum = context_.deadline.maximum;
  if (!maximum) return context_.limits.nodes ? budget_.nodes_left() : kGrowth * searched;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - started_;
  const std::chrono::duration<double> time_left = *maximum - context_.control.elapsed();
  const double speed =
      searched < kFewNodes ? kAssumedSpeed : static_cast<double>(searched) / time.count();
  const double nodes = std::max(0.0, time_left.count() * speed);
  // Beyond the range of the integer, the conversion would be undefined.
  constexpr double kMaxNodes = 1e18;
  return std::min(budget_.nodes_left(), static_cast<std::uint64_t>(std::min(nodes, kMaxNodes)));
}

/// Runs one iteration, with an aspiration window if one line is wanted. Moves the best moves to the
/// front of `root_`. Returns false if the iteration was aborted.
bool RootSearch::search_iteration(int depth) {
  constexpr int kAspirationDepth = 3;
  if (context_.lines > 1 || depth < kAspirationDepth) return search_root(depth, kAllValues);
  const Value guess = root_.front().value;
  Value below = context_.parameters.aspiration;
  Value above = below;
  for (bool is_first = true;; is_first = false) {
    const Window window{std::max(guess - below, -kInfinity), std::min(guess + above, kInfinity)};
    if (!search_root(depth, window)) {
      // A bound from the window before counts, if there is nothing better.
      if (!is_first) root_.front().has_value = true;
      return false;
    }
    const Value value = root_.front().value;
    if (value > window.alpha && value < window.beta) return true;
    constexpr Value kFactor = 4;
    Value& side = value <= window.alpha ? below : above;
    side = std::min(side * kFactor, 2 * kInfinity);
  }
}

/// Searches all root moves. If all fail low, the value of the first is a bound.
bool RootSearch::search_root(int depth, Window window) {
  const auto lines = static_cast<std::size_t>(std::max(context_.lines, 1));
  std::vector<Value> best;  // the best values so far, descending, one for each wanted line
  std::vector<RootMove*> order;
  for (RootMove& root_move : root_) {
    root_move.has_value = false;
    order.push_back(&root_move);
  }
  const SharedNode node(context_.busy, position_.key(), depth);
  std::size_t deferred = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    put_off_busy(order, i, deferred,
                 [&node](const RootMove* root_move) { return node.is_busy(root_move->move); });
    RootMove& root_move = *order[i];
    const BusyMoves::Claim claim = node.claim(root_move.move);
    const Value minimum = best.size() < lines ? window.alpha : std::max(window.alpha, best.back());
    const Window inner{minimum, window.beta};
    const Value value = search_move(root_move, depth, inner, best.empty() || lines > 1);
    if (budget_.was_spent()) break;
    if (value <= minimum && !best.empty()) continue;
    root_move.has_value = true;
    root_move.value = value;
    root_move.bound = bound_of(value, inner);
    best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<>()), value);
    best.resize(std::min(best.size(), lines));
    if (value >= window.beta) break;
  }
  sort_root();
  return !budget_.was_spent();
}

/// Returns the value of a root move. Without `whole_window`, a null window first shows whether it
/// is above alpha.
Value RootSearch::search_move(const RootMove& root_move, int depth, Window window,
                              bool whole_window) {
  const auto search = [&](Window inner) {
    return -tree_.search(root_move.after, depth - 1, inner.negated());
  };
  if (whole_window) return search(window);
  const Value value = search({window.alpha, window.alpha + 1});
  return value > window.alpha && value < window.beta ? search(window) : value;
}

/// Sorts: moves with a value of this iteration, best first; then the others in their old order.
void RootSearch::sort_root() {
  std::stable_sort(root_.begin(), root_.end(), [](const RootMove& a, const RootMove& b) {
    if (a.has_value != b.has_value) return a.has_value;
    return a.has_value && a.value > b.value;
  });
}

/// Returns the moves of the table after a root move.
std::vector<Move> RootSearch::variation(const RootMove& root_move) const {
  std::vector<Move> moves{root_move.move};
  Position position = root_move.after;
  while (!position.over()) {
    Move next = kPass;
    if (!position.must_pass()) {
      const std::optional<TableEntry> hit = context_.table.probe(position.key());
      if (!hit || !position.is_legal(hit->move)) break;
      next = hit->move;
    }
    moves.push_back(next);
    position.do_move(next);
  }
  return moves;
}

/// Returns the moves to the end of the game after a root move whose value is final.
std::vector<Move> RootSearch::solved_variation(const RootMove& root_move) {
  const ScoreBounds bounds = bounds_after(root_move.value, root_move.bound);
  std::vector<Move> moves{root_move.move};
  const std::vector<Move> rest =
      best_line(root_move.after, bounds, context_.table, tree_.endgame(), budget_);
  moves.insert(moves.end(), rest.begin(), rest.end());
  return moves;
}

/// Sends a report for each line. Without a value, reports the evaluation before the first
/// iteration is complete, and else nothing. An upper bound of an aborted iteration is reported only
/// for another move than before, since the other moves may be better.
void RootSearch::send_reports(int depth, bool is_complete) {
  if (is_helper_ || !context_.report) return;
  RootMove& best = root_.front();
  const bool is_known = best.bound == Score::Bound::kUpper && best.move == reported_;
  if (!best.has_value || (!is_complete && is_known)) {
    if (depth > 1) return;
    reported_ = best.move;
    RootMove evaluated = best;
    evaluated.value = tree_.evaluator().value(position_);
    evaluated.bound = Score::Bound::kExact;
    return send_report(0, 1, evaluated, {evaluated.move});
  }
  reported_ = best.move;
  // All variations come first, since that of a solved move may be searched: the lines then have the
  // same number of nodes.
  std::vector<std::vector<Move>> variations;
  for (const RootMove& root_move : root_) {
    if (!root_move.has_value || std::ssize(variations) >= std::max(context_.lines, 1)) break;
    variations.push_back(depth >= empty_ ? solved_variation(root_move) : variation(root_move));
  }
  for (std::size_t i = 0; i < variations.size(); ++i)
    send_report(depth, static_cast<int>(i) + 1, root_[i], std::move(variations[i]));
}

void RootSearch::send_report(int depth, int line, const RootMove& root_move,
                             std::vector<Move> moves) const {
  if (!context_.report) return;
  Report<Move> report;
  report.depth = depth;
  report.selective_depth = std::max(depth, static_cast<int>(moves.size()));
  report.line = line;
  report.score = {Score::Kind::kValue, root_move.bound, root_move.value};
  report.expectation = expectation(root_move.value, depth >= empty_, position_, context_.knowledge);
  report.nodes = budget_.all_nodes();
  report.time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started_);
  report.hash_per_mille = context_.table.used_per_mille();
  report.principal_variation = std::move(moves);
  context_.report(report);
}

}  // namespace trivium::reversi
