// Iterative deepening at the root: aspiration windows, several lines, reports, and when to stop.
#include <algorithm>
#include <chrono>
#include <new>

#include "engine/chess/search.h"

namespace trivium::chess {

namespace {

/// Bounds (fail high, fail low) are reported only in searches that already take this long.
constexpr std::chrono::seconds kReportBoundsAfter{3};
/// A mate search first looks around with all reductions, which finds most mates and a move to play where there is none: so many plies
/// deeper than the mate asked for.
constexpr int kLookBeyondMate = 6;
/// On a clock, the only legal move is played after this iteration, which finds the reply to ponder on.
constexpr int kOnlyMoveDepth = 4;
/// Keys the tables of exhaustive searches differ by.
constexpr std::uint64_t kExhaustiveSalt = 0x9D39247E33776D41ULL;

}  // namespace

Searcher::Searcher(NodeCounter& counter, std::size_t number)
    : counter_(counter), number_(number), frames_(kFramesBefore + kMaxPly + 4), histories_(std::make_unique<Histories>()) {}

void Searcher::set_weights(const Weights& weights) noexcept {
  evaluator_.set_weights(weights);
  expectation_model_ = weights.expectation_model();
  told_as_hundred_ = weights.told_as_hundred();
  for (int type = 0; type < kPieceTypes; ++type) {
    piece_values_[static_cast<std::size_t>(type)] = weights.piece_value(static_cast<PieceType>(type));
  }
}

void RootMove::begin_iteration() noexcept {
  previous_depth = known_depth();
  previous = known_value();
  value = -kInfinity;
}

/// All but what is written before it is read.
void Searcher::Frame::forget() noexcept {
  killers = {};
  continuation = nullptr;
  move_code = kMoveCodes;
  excluded = Move();
  evaluation = kNoValue;
  double_extensions = 0;
}

void Searcher::prepare(const Game& game, const MoveList& root_moves, SearchContext& context) {
  context_ = &context;
  position_ = game.position();
  at_first_ = evaluator_.evaluate(position_);
  keys_ = game.keys();
  root_key_ = keys_.size() - 1;
  keys_.resize(keys_.size() + kMaxPly + 4);
  for (Frame& each : frames_) each.forget();
  frame(0).since_null = position_.halfmove_clock();
  nodes_ = 0;
  counter_.count.store(0, std::memory_order_relaxed);
  until_poll_ = 1;
  no_null_before_ = 0;
  stopped_ = false;
  no_mate_in_ = 0;
  exhaustive_ = false;
  corrects_ = parameters().correction_pawns + parameters().correction_pieces + parameters().correction_moves > 0;
  table_salt_ = 0;
  settled_ = Settled();
  reported_best_ = Move();
  unchanged_ = 0;
  enough_when_hit_ = false;
  all_moves_ = root_moves.size() == static_cast<std::size_t>(count_legal(position_));

  root_moves_.clear();
  root_moves_.reserve(root_moves.size());
  const std::optional<TableEntry> hit = context.table.probe(table_key(), 0);
  MovePicker picker(position_, hit ? hit->move : Move(), move_order(0));
  while (const Move move = picker.next()) {
    if (root_moves.contains(move)) root_moves_.emplace_back().move = move;
  }
}

void Searcher::run() noexcept {
  const Limits& limits = context_->limits;
  const int depth_limit = std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
  const int mate = limits.mate ? std::clamp(*limits.mate, 1, kMaxDepth / 2) : 0;
  deepen(mate > 0 ? std::min(depth_limit, 2 * mate + kLookBeyondMate) : depth_limit);
  if (mate > 0 && !stopped_) prove_mate(mate, depth_limit);
  if (stopped_) prefer_settled();
}

void Searcher::deepen(int depth_limit) noexcept {
  for (int depth = 1; depth <= depth_limit; ++depth) {
    // Lazy SMP (chessprogramming wiki): every other helper skips every other depth, so that the threads are not all at the same work.
    if (number_ % 2 == 1 && depth % 2 == 0 && depth < depth_limit) continue;
    iterate(depth);
    if (leads_ && !stopped_) report_lines();  // of one that is stopped its player tells the end
    if (stopped_ || nothing_left(depth) || (leads_ && time_is_spent(depth))) return;
  }
}

void Searcher::iterate(int depth) noexcept {
  root_depth_ = depth;
  for (RootMove& root_move : root_moves_) root_move.begin_iteration();
  const std::size_t lines = std::min(context_->lines, root_moves_.size());
  for (std::size_t line = 0; line < lines && !stopped_; ++line) aspirate(depth, line);
}

/// Aspiration windows (chessprogramming wiki): search around the last value; widen on the side where it fell out.
void Searcher::aspirate(int depth, std::size_t line) noexcept {
  constexpr Value kWidest = 400;
  const Value guess = root_moves_[line].previous;
  const bool open = !works_from(parameters().aspiration_from_depth, depth) || is_mate(guess);
  Value width = parameters().aspiration_width;
  Value alpha = open ? -kInfinity : guess - width;
  Value beta = open ? kInfinity : guess + width;
  while (true) {
    const Value value_before = root_moves_[line].value;
    const auto bound_before = root_moves_[line].bound;
    const Value value = search_root(alpha, beta, depth, line);
    if (stopped_ && root_moves_[line].value == -kInfinity) {  // stopped before it knew more: what was known of it stands
      root_moves_[line].value = value_before;
      root_moves_[line].bound = bound_before;
    }
    bring_best_to(line);
    if (line == 0) keep_if_exact();
    if (stopped_ || (value > alpha && value < beta)) return put_in_order(stopped_ ? root_moves_.size() : line + 1);
    width *= 2;
    if (value <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = width > kWidest ? -kInfinity : std::max(value - width, -kInfinity);
    } else {
      beta = width > kWidest ? kInfinity : std::min(value + width, kInfinity);
    }
    const bool long_search = std::chrono::steady_clock::now() - context_->started >= kReportBoundsAfter;
    if (leads_ && context_->lines == 1 && long_search) report_line(0, context_->table.used_per_mille());
  }
}

/// The root as a node whose moves search_root() goes through.
Searcher::Node Searcher::root_node(Value alpha, Value beta, int depth) noexcept {
  Node node{alpha, beta, depth, 0, NodeKind::kPv, position_.in_check()};
  probe_table(node);
  evaluate(node);
  return node;
}

/// The moves from rank `line` on; those before it are lines already found at this depth.
Value Searcher::search_root(Value alpha, Value beta, int depth, std::size_t line) noexcept {
  for (std::size_t i = line; i < root_moves_.size(); ++i) root_moves_[i].value = -kInfinity;
  if (!enter_node(0)) return -kInfinity;
  Node node = root_node(alpha, beta, depth);
  const MoveOrder order = move_order(0);
  Value best = -kInfinity;
  Move best_move;
  Tried tried;
  for (std::size_t i = line; i < root_moves_.size() && best < beta; ++i) {
    RootMove& root_move = root_moves_[i];
    const Candidate next = candidate(root_move.move, static_cast<int>(i - line) + 1, MovePicker::Stage::kQuiets, order);
    const std::uint64_t nodes_before = nodes_;
    selective_depth_ = 0;
    do_move(root_move.move, 0);
    const Value value = search_child(node, next, depth - 1, reduction(node, next), best);
    undo_move(root_move.move, 0);
    root_move.nodes += nodes_ - nodes_before;
    if (stopped_) return best;
    if (next.number == 1 || value > node.alpha) {
      root_move.value = value;
      root_move.bound = value >= beta ? Bound::kLower : value > node.alpha ? Bound::kExact : Bound::kUpper;
      root_move.depth = depth;
    }
    if (value > node.alpha) {
      root_move.line.assign(root_move.move, frame(1).line);
      root_move.selective_depth = selective_depth_;
      best_move = root_move.move;
      node.alpha = value;
    } else {
      (next.quiet ? tried.quiets : tried.captures).push(root_move.move);
    }
    best = std::max(best, value);
  }
  if (best_move) reward(node, best_move, tried);
  if (line == 0 && all_moves_) store(node, best, best_move, best >= beta ? Bound::kLower : best > alpha ? Bound::kExact : Bound::kUpper);
  return best;
}

/// The iteration, finished or not, may have found a line whose value is exact.
void Searcher::keep_if_exact() noexcept {
  const RootMove& best = root_moves_[0];
  if (best.value != -kInfinity && best.bound == Bound::kExact) settled_ = {best.value, best.depth, best.line};
}

/// Where the iteration that was cut off knows no more than a bound of the best move, what was found of it before is its last word.
void Searcher::prefer_settled() noexcept {
  RootMove& best = root_moves_[0];
  if (best.value == -kInfinity || best.bound == Bound::kExact) return;
  if (settled_.depth == 0 || settled_.line.moves[0] != best.move) return;
  best.value = settled_.value;
  best.bound = Bound::kExact;
  best.depth = settled_.depth;
  best.line = settled_.line;
}

/// The best move found for this rank goes there, the others keep their order.
void Searcher::bring_best_to(std::size_t line) noexcept {
  const auto rank = root_moves_.begin() + static_cast<std::ptrdiff_t>(line);
  const auto less = [](const RootMove& a, const RootMove& b) { return a.value < b.value; };
  const auto best = std::max_element(rank, root_moves_.end(), less);
  if (best->value == -kInfinity) return;
  std::rotate(rank, best, best + 1);
}

/// The first so many ranks by what this iteration has found; moves that it has not come to stay behind, as the last one left them.
void Searcher::put_in_order(std::size_t ranks) noexcept {
  const auto better = [](const RootMove& a, const RootMove& b) { return a.value > b.value; };
  // Insertion: stable as std::stable_sort, which takes memory. The moves are almost in order.
  const auto end = root_moves_.begin() + static_cast<std::ptrdiff_t>(ranks);
  for (auto next = root_moves_.begin(); next != end; ++next) {
    std::rotate(std::upper_bound(root_moves_.begin(), next, *next, better), next, next + 1);
  }
}

/// The mate asked for was found, or any, and the search has looked so much deeper that a shorter one is not to be expected.
bool Searcher::nothing_left(int depth) const noexcept {
  const Value value = root_moves_[0].value;
  if (context_->limits.mate && value >= mate_in(2 * std::min(*context_->limits.mate, kMaxDepth / 2) - 1)) return true;
  return is_mate(value) && !context_->limits.depth && context_->lines == 1 && depth >= 2 * (kMateValue - std::abs(value)) + 4;
}

/// What was thought while pondering counts too: if it is enough, the search ends with the hit (poll()).
bool Searcher::time_is_spent(int depth) noexcept {
  const RootMove& best = root_moves_[0];
  const bool same = best.move == reported_best_;
  unchanged_ = same ? unchanged_ + 1 : 0;
  reported_best_ = best.move;
  if (!context_->time.on_clock()) return false;
  const auto thought = std::chrono::duration_cast<TimeManager::Duration>(std::chrono::steady_clock::now() - context_->started);
  const int drop = same && best.previous != -kInfinity ? best.previous - best.value : 0;
  const auto effort = static_cast<int>(100 * best.nodes / std::max<std::uint64_t>(nodes_, 1));
  const bool only_move = root_moves_.size() == 1 && depth >= kOnlyMoveDepth;
  const bool enough = only_move || context_->time.is_enough(thought, {unchanged_, drop, effort});
  enough_when_hit_ = enough && context_->control.pondering();
  return enough && !enough_when_hit_;
}

/// `go mate`: full-width searches for a mate in 1, 2, ... moves; mate distance pruning ends each of them at its depth. Without pruning
/// or reductions and with table entries of its own, a failure is a proof that there is none.
void Searcher::prove_mate(int moves, int depth_limit) noexcept {
  if (root_moves_[0].known_value() >= mate_in(2 * moves - 1)) return;
  for (RootMove& root_move : root_moves_) root_move.begin_iteration();
  exhaustive_ = true;
  table_salt_ = kExhaustiveSalt;
  for (int plies = 1; plies < 2 * moves && plies <= depth_limit && !stopped_; plies += 2) {
    root_depth_ = plies;
    const Value value = search_root(mate_in(plies) - 1, mate_in(plies) + 1, plies, 0);
    if (value >= mate_in(plies)) {  // proved, also where the search was stopped at a later move
      bring_best_to(0);
      if (leads_) report_lines();
      return;
    }
    for (RootMove& root_move : root_moves_) root_move.value = -kInfinity;
    if (!stopped_) no_mate_in_ = (plies + 1) / 2;
  }
}

void Searcher::report_lines() const noexcept {
  if (!context_->report) return;
  const int used = context_->table.used_per_mille();
  for (std::size_t rank = 0; rank < std::min(context_->lines, root_moves_.size()); ++rank) report_line(rank, used);
}

void Searcher::report_line(std::size_t rank, int hash_per_mille) const noexcept try {
  const RootMove& root_move = root_moves_[rank];
  const bool known = root_move.known_value() != -kInfinity;
  if (!context_->report || (!known && rank > 0)) return;
  const Value value = known ? root_move.known_value() : at_first_;
  Report<Move> report;
  report.depth = root_move.known_depth();
  report.selective_depth = std::max(root_move.selective_depth, report.depth);
  report.line = static_cast<int>(rank) + 1;
  report.score = to_score(told_value(value, told_as_hundred_), root_move.value == -kInfinity ? Bound::kExact : root_move.bound);
  report.expectation = expectation(value, expectation_model_);
  report.nodes = context_->nodes();
  report.time = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - context_->started);
  report.hash_per_mille = hash_per_mille;
  report.principal_variation = playable_line(root_move);
  context_->report(report);
} catch (const std::bad_alloc&) {  // the report is left out
}

std::vector<Move> Searcher::playable_line(const RootMove& root_move) const {
  constexpr std::size_t kWithReply = 2;
  std::vector<Move> moves;
  Position position = position_;
  std::vector<std::uint64_t> keys(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(root_key_) + 1);
  const auto known = static_cast<std::size_t>(root_move.line.size);
  while (moves.empty() || !is_drawn(position, keys, 3)) {
    Move move = moves.size() < known ? root_move.line.moves[moves.size()] : Move();
    if (known == 0 && moves.empty()) move = root_move.move;
    if (!move && moves.size() < kWithReply) {
      const std::optional<TableEntry> hit = context_->table.probe(position.key(), 0);
      if (hit) move = hit->move;
    }
    if (!move || !is_legal(position, move)) break;
    Undo undo;
    position.do_move(move, undo);
    keys.push_back(position.key());
    moves.push_back(move);
  }
  return moves;
}

}  // namespace trivium::chess
