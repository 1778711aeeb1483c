// Root of the search: forced turns, iterative deepening, helper threads, reports.
#include <algorithm>
#include <chrono>
#include <functional>

#include "engine/connect6/search/search.h"
#include "engine/connect6/threats/threat_solver.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/search_together.h"

namespace trivium::connect6 {

namespace {

int windows_hit(const LineFeatures& lines, Stone attacker, Turn turn, Cell cell) {
  int hit = 0;
  for (const int k : {kWinLength - 2, kWinLength - 1}) {
    lines.visit_open_windows(attacker, k, [&](Window window) {
      const auto cells = lines.table().cells(window);
      const auto has = [&cells](Cell wanted) {
        return std::find(cells.begin(), cells.end(), wanted) != cells.end();
      };
      hit += has(cell) && !has(turn.first) ? 1 : 0;
      return true;
    });
  }
  return hit;
}

}  // namespace

SearchThread::SearchThread(const Board& board, StoneStrengths& strengths,
                           const SearchContext& context)
    : context_(context),
      budget_(context.limits.nodes, &context.control, context.deadline),
      position_(board, context.weights),
      generator_(strengths, &budget_),
      probe_(budget_) {
  context_.lines = std::max(context_.lines, 1);
}

Turn SearchThread::run(std::span<SearchThread* const> helpers) {
  if (position_.board().over()) return {};
  Turn turn;
  if (!play_forced(turn)) {
    if (!helpers.empty()) budget_.share(shared_);
    for (SearchThread* const helper : helpers) {
      helper->root_ = root_;
      helper->root_complete_ = root_complete_;
      helper->is_helper_ = true;
      helper->budget_ = NodeBudget(context_.limits.nodes);
      helper->budget_.share(shared_);
    }
    const auto lead = [this, &turn] {
      if (prove_win(turn)) return;
      deepen();
      turn = root_.front().rated.turn;
    };
    search_together(shared_, helpers.size(), lead,
                    [helpers](std::size_t i) { helpers[i]->help(); });
  }
  if (context_.limits.infinite) context_.control.wait_for_stop();
  return turn;
}

/// Chooses the turn if it needs no search; otherwise generates the root turns and returns false.
bool SearchThread::play_forced(Turn& turn) {
  const Board& board = position_.board();
  const Stone side = board.to_move();
  const int stones_left = position_.stones_left();
  if (board.stones() == 0) {
    turn = {board.center(), kNoCell};
    send_report(0, 1, position_.value(), std::array{turn});
    return true;
  }
  if (const auto win = winning_turn(position_.lines(), side, stones_left)) {
    turn = *win;
    send_report(1, 1, win_in(0), std::array{turn});
    return true;
  }
  const Parries needed = parries(position_.lines(), opponent(side));
  if (needed.stones_needed() > stones_left) {
    turn = desperate_turn();
    send_report(1, 1, loss_in(1), std::array{turn});
    return true;
  }
  add_root_turns(needed, {parameters_.root_cost, parameters_.root_fewest, parameters_.root_most,
                          parameters_.root_firsts});
  return false;
}

/// Returns the turn if not everything can be parried: greedily, the stones in the most windows that
/// the opponent could complete.
Turn SearchThread::desperate_turn() const {
  const LineFeatures& lines = position_.lines();
  const Stone attacker = opponent(position_.to_move());
  Turn turn;
  for (int stone = 0; stone < position_.stones_left(); ++stone) {
    Cell best = kNoCell;
    int maximum = -1;
    for (int i = 0; i < lines.cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      if (lines.at(cell) != Stone::kEmpty || cell == turn.first) continue;
      const int hit = windows_hit(lines, attacker, turn, cell);
      if (hit > maximum) {
        maximum = hit;
        best = cell;
      }
    }
    (stone == 0 ? turn.first : turn.second) = best;
  }
  return turn;
}

/// True if the solver has a proof and the verifier, which shares no code with the solver, accepts
/// it within the time limit.
bool SearchThread::is_verified(const SolveResult& result) {
  return result.status == SolveStatus::kProved &&
         verify(position_.board(), result.proof, [this] { return budget_.spent_now(); });
}

bool SearchThread::prove_win(Turn& turn) {
  SolveLimits limits;
  limits.nodes =
      std::min(static_cast<std::uint64_t>(parameters_.solver_nodes), budget_.max_nodes() / 4 + 1);
  NodeBudget phase = budget_;
  phase.set_deadline(context_.deadline.phase(parameters_.solver_percent));
  const SolveResult result = ThreatSolver(position_.board(), limits, phase).run();
  budget_.resume_after(phase);
  if (!is_verified(result)) return false;
  const std::vector<Turn> line = main_line(result.proof);
  turn = line.front();
  send_report(result.turns, 1, win_in(2 * (result.turns - 1)), line);
  return true;
}

/// Adds the turns within `beam` that are not yet root turns. Returns true if there were any.
bool SearchThread::add_root_turns(const Parries& needed, const Beam& beam) {
  const std::size_t before = root_.size();
  root_complete_ = generator_.generate(position_.board(), needed, beam, turns_[0]);
  for (const RatedTurn& rated : turns_[0]) {
    const auto known = std::find_if(root_.begin(), root_.end(), [&rated](const RootTurn& turn) {
      return turn.rated.turn == rated.turn;
    });
    if (known == root_.end()) root_.push_back({rated, -kInfinity, false, false, 0, {rated.turn}});
  }
  return root_.size() > before;
}

/// Adds improbable turns, once, if all root turns lose. Returns true if it added any.
bool SearchThread::widen_root() {
  if (widened_ || root_complete_ || root_.front().value > loss_in(kMaxTurns)) return false;
  widened_ = true;
  const Beam beam{parameters_.desperate_cost, parameters_.desperate_fewest,
                  parameters_.desperate_most, parameters_.desperate_firsts};
  if (!add_root_turns(parries(position_.lines(), opponent(position_.to_move())), beam))
    return false;
  std::stable_partition(root_.begin(), root_.end(),
                        [](const RootTurn& turn) { return turn.value == -kInfinity; });
  return true;
}

void SearchThread::deepen() {
  const int rounds =
      std::clamp(context_.limits.depth.value_or(parameters_.max_rounds), 1, parameters_.max_rounds);
  bool reported = false;
  for (int round = 1; round <= rounds; ++round) {
    const bool complete = search_round(round);
    if (root_.front().has_value) {
      send_reports(round);
      reported = true;
    }
    if (!complete) break;
    if (widen_root()) continue;
    if (is_proved(root_.front().value) || (root_.size() == 1 && !context_.limits.infinite)) break;
    if (budget_.spent_now() || context_.deadline.is_late(context_.control.elapsed())) break;
  }
  if (!reported) send_report(0, 1, position_.value(), root_.front().variation);
}

/// Helper thread: runs the same iterations as the main thread, without refutation checks.
void SearchThread::help() {
  for (int round = 1; round <= parameters_.max_rounds; ++round) {
    if (!search_round(round)) return;
    if (!widen_root() && is_proved(root_.front().value)) return;
  }
}

/// Runs one iteration, with an aspiration window if one line is wanted. Moves the best turns to the
/// front of `root_`. Returns false if the iteration was aborted.
bool SearchThread::search_round(int round) {
  const Cost depth = round * parameters_.step;
  const Value guess = root_.front().value;
  if (context_.lines > 1 || round < 3 || is_proved(guess))
    return search_root(depth, -kInfinity, kInfinity);
  Value width = parameters_.aspiration;
  Value alpha = guess - width;
  Value beta = guess + width;
  while (true) {
    if (!search_root(depth, alpha, beta)) return false;
    const Value value = root_.front().value;
    if (value > alpha && value < beta) return true;
    width *= 4;
    if (value <= alpha) alpha = width > 1000 ? -kInfinity : guess - width;
    if (value >= beta) beta = width > 1000 ? kInfinity : guess + width;
  }
}

/// Searches all root turns except refuted ones. If all fail low, the value of the first is a bound.
bool SearchThread::search_root(Cost depth, Value alpha, Value beta) {
  std::vector<Value> best;  // the best values so far, descending, one for each wanted line
  std::vector<RootTurn*> order;
  for (RootTurn& turn : root_) {
    turn.has_value = turn.refuted;
    if (!turn.refuted) order.push_back(&turn);
  }
  std::size_t deferred = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    put_off_busy(order, i, deferred,
                 [&](const RootTurn* turn) { return is_busy(turn->rated, depth); });
    RootTurn& turn = *order[i];
    const BusyMoves::Claim claimed = claim(turn.rated, depth);
    const Value minimum = best.size() < static_cast<std::size_t>(context_.lines)
                              ? alpha
                              : std::max(alpha, best.back());
    position_.do_turn(turn.rated.turn);
    // Searches at half the cost, so that no turn is searched too shallowly to show its value. The
    // first turn, and all turns if several lines are wanted, get the depth of a good turn.
    RatedTurn cheaper = turn.rated;
    cheaper.cost /= 2;
    const Value value = search_turn(cheaper, depth + parameters_.full, 0, minimum, beta,
                                    best.empty() || context_.lines > 1);
    const bool wanted = value > minimum || best.empty();
    if (wanted && !is_proved(value)) refute(turn);
    position_.undo_turn(turn.rated.turn);
    if (budget_.spent()) break;
    if (!wanted || turn.refuted) continue;
    turn.has_value = true;
    turn.value = value;
    turn.variation = {turn.rated.turn};
    turn.variation.insert(turn.variation.end(), variations_[1].begin(), variations_[1].end());
    best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<>()), value);
    best.resize(std::min(best.size(), static_cast<std::size_t>(context_.lines)));
    if (value >= beta) break;
  }
  sort_root();
  return !budget_.spent();
}

/// Checks whether the opponent has a win by continuous threats after `turn`, which is on the board.
/// This sees deeper than the search, so the search does not choose a turn that loses to a long win.
/// All checks together get a share of the nodes. Marks a losing turn as refuted; helper threads,
/// which do not check, find it in the table.
void SearchThread::refute(RootTurn& turn) {
  const auto minimum = static_cast<std::uint64_t>(parameters_.check_nodes);
  const std::uint64_t granted =
      minimum + budget_.nodes() * static_cast<std::uint64_t>(parameters_.check_percent) / 100;
  SolveLimits limits;
  limits.nodes = std::min(granted - std::min(granted, check_nodes_), budget_.nodes_left());
  if (is_helper_ || parameters_.check_nodes == 0 ||
      limits.nodes < std::max(minimum, 2 * turn.checked))
    return;
  const SolveResult result = ThreatSolver(position_.board(), limits, budget_).run();
  check_nodes_ += result.nodes;
  turn.checked = limits.nodes;
  if (!is_verified(result)) return;
  turn.refuted = true;
  turn.has_value = true;
  turn.value = loss_in(2 * result.turns - 1);
  const std::vector<Turn> line = main_line(result.proof);
  if (context_.busy != nullptr)
    store(0, 1, -turn.value, Score::Bound::kLower, {line.front(), 0.0, 0});
  turn.variation = {turn.rated.turn};
  turn.variation.insert(turn.variation.end(), line.begin(), line.end());
}

/// Sorts: turns with a value of this iteration, best first; other turns in their old order; refuted
/// turns, longest resistance first.
void SearchThread::sort_root() {
  const auto rank = [](const RootTurn& turn) { return turn.refuted ? 2 : turn.has_value ? 0 : 1; };
  std::stable_sort(root_.begin(), root_.end(), [rank](const RootTurn& a, const RootTurn& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.has_value && a.value > b.value;
  });
}

void SearchThread::send_report(int round, int line, Value value,
                               std::span<const Turn> variation) const {
  if (!context_.report) return;
  Report<Turn> report;
  report.depth = round;
  report.selective_depth = std::max(round, static_cast<int>(variation.size()));
  report.line = line;
  report.score = score_of(value);
  report.expectation = expectation(value, position_.lines(), context_.weights);
  report.nodes = budget_.all_nodes();
  report.time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started_);
  report.hash_per_mille = context_.table.used_per_mille();
  report.principal_variation.assign(variation.begin(), variation.end());
  context_.report(report);
}

void SearchThread::send_reports(int round) const {
  // A loss is claimed only if all turns were searched.
  const Value minimum = root_complete_ ? -kInfinity : -kMaxEvaluation;
  for (int line = 1; line <= context_.lines && static_cast<std::size_t>(line) <= root_.size();
       ++line) {
    const RootTurn& turn = root_[static_cast<std::size_t>(line - 1)];
    if (turn.has_value) send_report(round, line, std::max(turn.value, minimum), turn.variation);
  }
}

}  // namespace trivium::connect6
