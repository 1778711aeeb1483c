#include "engine/connect6/search.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "engine/connect6/threat_solver.h"
#include "engine/connect6/threats.h"

namespace trivium::connect6 {

namespace {

/// What a node says at worst when it has looked at some of its turns only and found all of them losing.
constexpr Value kUnprovedLoss = -kMaxEvaluation;

/// A ply at which threats that take both stones to parry are still followed, however deep the search is.
constexpr int kMaxForcedPlies = 8;

Cell centre(const Board& board) noexcept { return board.cell(board.size() / 2, board.size() / 2); }

int windows_hit(const LineFeatures& lines, Stone attacker, Turn turn, Cell cell) {
  int hit = 0;
  for (const int k : {kWinLength - 2, kWinLength - 1}) {
    lines.visit_open_windows(attacker, k, [&](Window window) {
      const auto cells = lines.table().cells(window);
      const auto has = [&cells](Cell wanted) { return std::find(cells.begin(), cells.end(), wanted) != cells.end(); };
      hit += has(cell) && !has(turn.first) ? 1 : 0;
      return true;
    });
  }
  return hit;
}

}  // namespace

Search::Search(const Board& board, const Weights& weights, TranspositionTable& table, const Limits& limits, const SearchControl& control,
               int lines, const ReportSink<Turn>& report, const SearchParameters& parameters)
    : table_(table),
      limits_(limits),
      lines_(std::max(lines, 1)),
      report_(report),
      parameters_(parameters),
      budget_(limits, control),
      position_(board, weights),
      generator_(weights) {
  table_.new_search();
}

Turn Search::run() {
  if (position_.board().over()) return {};
  Turn turn;
  if (!settle(turn)) {
    const int max_depth = std::clamp(limits_.depth.value_or(parameters_.max_depth), 1, parameters_.max_depth);
    bool reported = false;
    for (int depth = 1; depth <= max_depth; ++depth) {
      const bool complete = search_root(depth);
      if (root_.front().searched) {
        send_reports(depth);
        reported = true;
      }
      if (!complete) break;
      if (is_proved(root_.front().value) || (root_.size() == 1 && !limits_.infinite)) break;
      if (budget_.nearly_spent()) break;
    }
    turn = root_.front().turn;
    if (!reported) send_report(0, 1, root_.front().value, root_.front().variation);
  }
  wait_if_infinite();
  return turn;
}

/// Answers what needs no search; otherwise makes the root's turns and returns false.
bool Search::settle(Turn& turn) {
  const Board& board = position_.board();
  const Stone side = board.to_move();
  const int stones_left = position_.stones_left();
  if (board.stones() == 0) {
    turn = {centre(board), kNoCell};
    send_report(0, 1, position_.value(), std::array{turn});
    return true;
  }
  if (const auto win = winning_turn(position_.lines(), side, stones_left)) {
    turn = *win;
    send_report(1, 1, win_in(0), std::array{turn});
    return true;
  }
  const Parries needed = parries(position_.lines(), opponent(side));
  if (needed.needed() > stones_left) {
    turn = desperate_turn();
    send_report(1, 1, loss_in(1), std::array{turn});
    return true;
  }
  make_root_turns(needed);
  if (prove_win(turn)) return true;
  keep_safe_turns();
  return false;
}

/// When not everything can be parried: the stones that together stand in the most windows the opponent could complete.
Turn Search::desperate_turn() const {
  const LineFeatures& lines = position_.lines();
  const Stone attacker = opponent(position_.to_move());
  Turn turn;
  for (int stone = 0; stone < position_.stones_left(); ++stone) {
    Cell best = kNoCell;
    int most = -1;
    for (int i = 0; i < lines.cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      if (lines.at(cell) != Stone::kEmpty || cell == turn.first) continue;
      const int hit = windows_hit(lines, attacker, turn, cell);
      if (hit > most) {
        most = hit;
        best = cell;
      }
    }
    (stone == 0 ? turn.first : turn.second) = best;
  }
  return turn;
}

bool Search::prove_win(Turn& turn) {
  SolveLimits limits;
  limits.nodes = std::min(parameters_.solver_nodes, budget_.max_nodes() / 4 + 1);
  int per_cent = parameters_.solver_per_cent;
  if (limits_.mate) {  // asked for a win in so many turns: all effort goes there
    limits.turns = *limits_.mate;
    limits.nodes = budget_.max_nodes();
    per_cent = 100;
  }
  const SolveResult result = ThreatSolver(position_.board(), limits, budget_, per_cent).run();
  if (result.status != SolveStatus::kProved) return false;
  const std::vector<Turn> line = main_line(result.proof);
  turn = line.front();
  send_report(result.turns, 1, win_in(2 * (result.turns - 1)), line);
  return true;
}

void Search::make_root_turns(const Parries& needed) {
  generator_.generate(position_.scratch(), position_.to_move(), position_.stones_left(), needed, parameters_.root, turns_[0]);
  for (const RatedTurn& rated : turns_[0]) root_.push_back({rated.turn, rated.value, false, {rated.turn}});
}

/// Looks for the opponent's win by continuous double threats after each candidate in turn, until enough are found that allow none: only
/// these are searched further, for a turn that was not examined looks better than it is. Those that allow one come last.
void Search::keep_safe_turns() {
  if (root_.size() < 2) return;
  SolveLimits limits;
  limits.nodes = std::min(parameters_.safety_nodes, budget_.max_nodes() / 64 + 1);
  limits.singles = 0;
  std::vector<RootTurn> safe;
  std::vector<RootTurn> unsafe;
  for (RootTurn& candidate : root_) {
    const bool spent = budget_.exhausted() || budget_.time_used(parameters_.safety_per_cent);
    if (safe.size() >= static_cast<std::size_t>(parameters_.safe_turns) || (spent && !safe.empty())) break;
    SolveResult reply;
    if (!spent) {
      position_.do_turn(candidate.turn);
      reply = ThreatSolver(position_.board(), limits, budget_, parameters_.safety_per_cent).run();
      position_.undo_turn(candidate.turn);
    }
    const bool lost = reply.status == SolveStatus::kProved;
    if (lost) candidate.value = loss_in(2 * reply.turns - 1);
    (lost ? unsafe : safe).push_back(std::move(candidate));
  }
  std::stable_sort(unsafe.begin(), unsafe.end(), [](const RootTurn& a, const RootTurn& b) { return a.value > b.value; });
  root_ = std::move(safe);
  root_.insert(root_.end(), std::make_move_iterator(unsafe.begin()), std::make_move_iterator(unsafe.end()));
}

/// One round of deepening; what it found goes to the front of `root_`, best first. Returns whether the round was completed.
bool Search::search_root(int depth) {
  std::vector<Value> best;  // the `lines_` best values so far, descending
  bool complete = true;
  for (RootTurn& turn : root_) turn.searched = false;
  for (RootTurn& turn : root_) {
    if (is_proved(turn.value)) {  // a loss found by the solver stays one
      turn.searched = true;
      continue;
    }
    const Value alpha = best.size() < static_cast<std::size_t>(lines_) ? -kInfinite : best.back();
    position_.do_turn(turn.turn);
    const Value value = -search(depth - 1, 1, -kInfinite, -alpha);
    position_.undo_turn(turn.turn);
    if (budget_.exhausted()) {
      complete = false;
      break;
    }
    if (value <= alpha) continue;
    turn.searched = true;
    turn.value = value;
    turn.variation = {turn.turn};
    turn.variation.insert(turn.variation.end(), variations_[1].begin(), variations_[1].end());
    best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<>()), value);
    best.resize(std::min(best.size(), static_cast<std::size_t>(lines_)));
  }
  const auto group = [](const RootTurn& turn) { return turn.value <= -kWin + kMaxTurns ? 2 : turn.searched ? 0 : 1; };
  std::stable_sort(root_.begin(), root_.end(), [&group](const RootTurn& a, const RootTurn& b) {
    if (group(a) != group(b)) return group(a) < group(b);
    return group(a) != 1 && a.value > b.value;
  });
  return complete;
}

Value Search::search(int depth, int ply, Value alpha, Value beta) {
  variations_[static_cast<std::size_t>(ply)].clear();
  const LineFeatures& lines = position_.lines();
  const Stone side = position_.to_move();
  if (position_.board().over()) return position_.board().winner() == Stone::kEmpty ? 0 : loss_in(ply - 1);
  if (!budget_.spend()) return 0;
  const int stones_left = position_.stones_left();
  if (const auto win = winning_turn(lines, side, stones_left)) {
    variations_[static_cast<std::size_t>(ply)] = {*win};
    return win_in(ply);
  }
  const Parries needed = parries(lines, opponent(side));
  if (needed.needed() > stones_left) return loss_in(ply + 1);
  const bool forced = needed.needed() == 2 && ply < kMaxForcedPlies;
  if (ply + 1 >= kMaxPly || (depth <= 0 && !forced)) return position_.value();
  return search_turns(std::max(depth, 1), ply, alpha, beta, needed);
}

Value Search::search_turns(int depth, int ply, Value alpha, Value beta, const Parries& needed) {
  const auto level = static_cast<std::size_t>(ply);
  Value value = -kInfinite;
  Turn best;
  if (probe(depth, ply, alpha, beta, value, best)) return value;
  const Value first_alpha = alpha;
  std::vector<RatedTurn>& turns = turns_[level];
  const bool complete =
      generator_.generate(position_.scratch(), position_.to_move(), position_.stones_left(), needed, parameters_.inner, turns);
  const auto remembered = std::find_if(turns.begin(), turns.end(), [&best](const RatedTurn& rated) { return rated.turn == best; });
  if (remembered != turns.end()) std::rotate(turns.begin(), remembered, remembered + 1);

  value = -kInfinite;
  for (const RatedTurn& rated : turns) {
    position_.do_turn(rated.turn);
    const Value reply = -search(depth - 1, ply + 1, -beta, -alpha);
    position_.undo_turn(rated.turn);
    if (budget_.exhausted()) return 0;
    if (reply <= value) continue;
    value = reply;
    best = rated.turn;
    if (value <= alpha) continue;
    alpha = value;
    variations_[level] = {rated.turn};
    variations_[level].insert(variations_[level].end(), variations_[level + 1].begin(), variations_[level + 1].end());
    if (alpha >= beta) break;
  }
  if (!complete && value < kUnprovedLoss) value = kUnprovedLoss;
  store(depth, ply, first_alpha, beta, value, best);
  return value;
}

bool Search::probe(int depth, int ply, Value alpha, Value beta, Value& value, Turn& best) const {
  const TranspositionTable::Entry* entry = table_.find(position_.key());
  if (entry == nullptr) return false;
  best = entry->turn;
  if (entry->depth < depth) return false;
  value = entry->value;
  if (is_proved(value)) value += value > 0 ? -ply : ply;
  switch (entry->bound) {
    case Score::Bound::kExact:
      return value <= alpha || value >= beta;  // inside the window the line below is wanted too
    case Score::Bound::kLower:
      return value >= beta;
    case Score::Bound::kUpper:
      return value <= alpha;
  }
  return false;
}

void Search::store(int depth, int ply, Value alpha, Value beta, Value value, Turn best) {
  const Score::Bound bound = value <= alpha ? Score::Bound::kUpper : value >= beta ? Score::Bound::kLower : Score::Bound::kExact;
  if (is_proved(value)) value += value > 0 ? ply : -ply;
  table_.store(position_.key(), best, value, depth, bound);
}

void Search::send_report(int depth, int line, Value value, std::span<const Turn> variation) const {
  if (!report_) return;
  Report<Turn> report;
  report.depth = depth;
  report.selective_depth = std::max(depth, static_cast<int>(variation.size()));
  report.line = line;
  report.score = score_of(value);
  report.expectation = expectation(value);
  report.nodes = budget_.nodes();
  report.time = budget_.time();
  report.hash_per_mille = table_.per_mille_used();
  report.principal_variation.assign(variation.begin(), variation.end());
  report_(report);
}

void Search::send_reports(int depth) const {
  for (int line = 1; line <= lines_ && static_cast<std::size_t>(line) <= root_.size(); ++line) {
    const RootTurn& turn = root_[static_cast<std::size_t>(line - 1)];
    if (turn.searched) send_report(depth, line, turn.value, turn.variation);
  }
}

/// An infinite search answers only when it is told to.
void Search::wait_if_infinite() const {
  while (limits_.infinite && !budget_.control().stop_requested()) std::this_thread::sleep_for(std::chrono::microseconds(500));
}

}  // namespace trivium::connect6
