#include "engine/connect6/threats/threat_solver.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>
#include <utility>

#include "engine/core/rng.h"

namespace trivium::connect6 {

namespace {

constexpr std::uint64_t kMaxMemory = 1U << 21;
constexpr std::uint64_t kFirstShare = 256;      // nodes of a stage in the first round
constexpr std::uint64_t kReportInterval = 256;  // in nodes
constexpr std::uint8_t kAnyTurns = 255;         // marks failures that more turns would not change

std::uint64_t stone_key(Cell cell, Stone side) noexcept {
  std::uint64_t state = 2 * std::uint64_t{cell} + (side == Stone::kBlack ? 0 : 1);
  return splitmix64(state);
}

}  // namespace

ThreatSolver::ThreatSolver(const Board& board, const SolveLimits& limits, NodeBudget& budget,
                           StepProgress progress)
    : lines_(board),
      stones_left_(board.stones_left_in_turn()),
      over_(board.over()),
      limits_(limits),
      budget_(budget),
      progress_(std::move(progress)),
      side_(board.to_move()),
      memory_(std::bit_ceil(
          std::clamp<std::uint64_t>(2 * std::min(limits.nodes, kMaxMemory), 64, kMaxMemory))),
      attacks_(static_cast<std::size_t>(std::max(limits.turns, 1)) + 1) {
  refuters_.fill(kNoCell);
}

SolveResult ThreatSolver::run() noexcept {
  try {
    return search();
  } catch (const std::bad_alloc&) {
    SolveResult cut_off;
    cut_off.nodes = nodes_;
    return cut_off;
  }
}

/// Runs the stages in turn until one proves a win, all are finished, or a limit is reached.
SolveResult ThreatSolver::search() {
  std::vector<Stage> stages = {{{1, 0, 0}},  {{1, 1, 12}}, {{1, 2, 8}},
                               {{1, 1, 48}}, {{1, 2, 24}}, {{1, 3, 12}}};
  std::erase_if(stages,
                [this](const Stage& stage) { return stage.effort.singles > limits_.singles; });
  SolveResult result;
  for (std::uint64_t share = kFirstShare; !over_; share *= 2) {
    for (Stage& stage : stages) {
      Index root = kNone;
      if (stage.finished) continue;
      const bool proved = run_stage(stage, share, root);
      result.nodes = nodes_;
      result.turns = stages.front().effort.turns - (stages.front().finished ? 0 : 1);
      if (proved) {
        result.status = SolveStatus::kProved;
        result.turns = found_[root].turns;
        result.proof = proof_from(root);
        return result;
      }
      if (spent_) return result;
    }
    if (std::all_of(stages.begin(), stages.end(),
                    [](const Stage& stage) { return stage.finished; }))
      break;
  }
  result.status = SolveStatus::kExhausted;
  return result;
}

/// Continues the iterative deepening of a stage for at most `nodes` nodes. Returns true if it wins.
bool ThreatSolver::run_stage(Stage& stage, std::uint64_t nodes, Index& root) {
  stage_end_ = nodes_ + nodes;
  for (;; ++stage.effort.turns) {
    aborted_ = false;
    cut_ = false;
    if (attack(stage.effort, stones_left_, kNone, root)) return true;
    if (aborted_) return false;
    stage.finished = !cut_ || stage.effort.turns >= limits_.turns;
    if (stage.finished) return false;
  }
}

bool ThreatSolver::spend() {
  spent_ = spent_ || !budget_.spend() || ++nodes_ >= limits_.nodes;
  aborted_ = aborted_ || spent_ || nodes_ >= stage_end_;
  if (progress_ && !spent_ && nodes_ % kReportInterval == 0) progress_(nodes_, limits_.nodes);
  return !aborted_;
}

/// Returns true if the attacker, now to move, wins; `node` is then the win. First tries the
/// attack that won in the similar position `guide`.
bool ThreatSolver::attack(const Effort& effort, int stones_left, Index guide, Index& node) {
  if (const auto win = winning_turn(lines_, side_, stones_left)) {
    node = add({*win, {}, 1});
    return true;
  }
  if (effort.turns <= 1) {
    cut_ = true;
    return false;
  }
  if (recall(effort, node)) return true;
  if (has_failed(effort)) return false;
  if (!spend()) return false;
  const bool cut_before = std::exchange(cut_, false);
  const Parries must_parry = parries(lines_, opponent(side_));
  const bool won = must_parry.stones_needed() <= stones_left &&
                   ((guide != kNone && attack_as(guide, effort, must_parry, node)) ||
                    (!aborted_ && try_attacks(effort, stones_left, must_parry, node)));
  if (won) memory(-1) = {key_, node + 1, 0, 0, 0};
  if (!won && !aborted_) remember_failure(effort);
  cut_ = cut_ || cut_before;
  return won;
}

bool ThreatSolver::attack_as(Index guide, const Effort& effort, const Parries& must_parry,
                             Index& node) {
  const Turn turn = found_[guide].attack;
  if (turn.second == kNoCell || lines_.at(turn.first) != Stone::kEmpty ||
      lines_.at(turn.second) != Stone::kEmpty)
    return false;
  const auto parried_by = [turn](const Turn& set) {
    const auto has = [turn](Cell cell) {
      return cell == kNoCell || cell == turn.first || cell == turn.second;
    };
    return has(set.first) && has(set.second);
  };
  if (must_parry.stones_needed() > 0 &&
      std::none_of(must_parry.sets().begin(), must_parry.sets().end(), parried_by))
    return false;
  return defend(turn, effort, guide, node);
}

bool ThreatSolver::try_attacks(const Effort& effort, int stones_left, const Parries& must_parry,
                               Index& node) {
  std::vector<Attack>& attacks = attacks_[depth_];
  attacks.clear();
  AttackScope scope;
  if (effort.turns == 2) {  // no turn is left to win after a parry
    scope.needed = 3;
    cut_ = true;
  } else if (effort.singles > 0) {
    scope.singles = effort.width;
  }
  generator_.generate(lines_, side_, stones_left, must_parry, scope, attacks);
  for (const Attack& candidate : attacks) {
    if (defend(candidate.turn, effort, kNone, node)) return true;
    if (aborted_) return false;
  }
  return false;
}

/// Returns true if `turn` wins against every parry; `node` is then the win.
bool ThreatSolver::defend(Turn turn, const Effort& effort, Index guide, Index& node) {
  place(turn, side_);
  const Parries threats = parries(lines_, side_);
  const bool single = threats.stones_needed() == 1;
  bool won = threats.stones_needed() > 0 && (!single || effort.singles > 0);
  const Effort rest{effort.turns - 1, effort.singles - (single ? 1 : 0), effort.width};
  Found found{turn, {}, 2};  // at least this turn and the next one, which completes six
  ++depth_;
  for (const Turn& parry : threats.sets()) {
    if (!won) break;
    won = parry.second == kNoCell ? answer_single(rest, parry.first, guide, found)
                                  : answer(rest, parry, reply_of(guide, parry), found);
  }
  --depth_;
  remove(turn);
  if (!won) return false;
  for (const Reply& reply : found.replies)
    found.turns = std::max(found.turns, found_[reply.next].turns + 1);
  node = add(std::move(found));
  return true;
}

bool ThreatSolver::answer(const Effort& effort, Turn parry, Index guide, Found& found) {
  Index next = kNone;
  place(parry, opponent(side_));
  const bool won = attack(effort, 2, guide, next);
  remove(parry);
  if (won) found.replies.push_back({parry, next});
  return won;
}

/// Answers `parry` with any other stone: first without that stone, then on every cell that matters.
bool ThreatSolver::answer_single(const Effort& effort, Cell parry, Index guide, Found& found) {
  const Turn alone{parry, kNoCell};
  ++free_stones_;
  const bool won = answer(effort, alone, reply_of(guide, alone), found);
  --free_stones_;
  if (!won) return false;
  const Index model = found.replies.back().next;
  CellSet matters;
  ++gathering_;
  place(alone, opponent(side_));
  gather(model, free_stones_ + 1, matters);
  remove(alone);
  const auto try_cell = [&](Cell cell) {
    if (cell == kNoCell || !matters.test(cell)) return true;
    matters.reset(cell);
    if (cell == parry || lines_.at(cell) != Stone::kEmpty) return true;
    const Turn both{parry, cell};
    const Index same = reply_of(guide, both);
    if (answer(effort, both, same != kNone ? same : model, found)) return true;
    const auto known = std::find(refuters_.begin(), refuters_.end(), cell);
    std::rotate(refuters_.begin(), known == refuters_.end() ? known - 1 : known,
                known == refuters_.end() ? known : known + 1);
    refuters_.front() = cell;
    return false;
  };
  const auto refuters = refuters_;
  for (const Cell cell : refuters) {
    if (!try_cell(cell)) return false;
  }
  for (int cell = 0; cell < lines_.cells(); ++cell) {
    if (!try_cell(static_cast<Cell>(cell))) return false;
  }
  return true;
}

/// Adds the cells that matter for the defender's free stone number `free_stones` against the win
/// from `node`: the cells that the attacker uses, and cells where the stone would help to make four
/// in a line. The first free stone needs three other stones there, the second two, the third one.
/// If each free stone stays out of such lines, no four can arise.
void ThreatSolver::gather(Index node, int free_stones, CellSet& cells) {
  if (found_[node].gathered == gathering_) return;  // lines of play may share nodes
  found_[node].gathered = gathering_;
  const Turn turn = found_[node].attack;
  cells.set(turn.first);
  if (turn.second != kNoCell) cells.set(turn.second);
  place(turn, side_);
  if (!lines_.has_six(side_)) {
    const auto add_empty = [&](Window window) {
      for (const Cell cell : lines_.table().cells(window)) {
        if (lines_.at(cell) == Stone::kEmpty) cells.set(cell);
      }
      return true;
    };
    for (int k = kWinLength - 2 - free_stones; k < kWinLength - 2; ++k)
      lines_.visit_open_windows(opponent(side_), k, add_empty);
    add_needed_gaps(cells);
    for (std::size_t i = 0; i < found_[node].replies.size(); ++i) {
      const Reply reply = found_[node].replies[i];
      place(reply.parry, opponent(side_));
      gather(reply.next, free_stones, cells);
      remove(reply.parry);
    }
  }
  remove(turn);
}

/// Adds the empty cells of the attacker's threats, except threats that are parried whenever another
/// one is.
void ThreatSolver::add_needed_gaps(CellSet& cells) {
  CellSet fives;
  lines_.visit_open_windows(side_, kWinLength - 1, [&](Window window) {
    for (const Cell cell : lines_.table().cells(window)) {
      if (lines_.at(cell) == Stone::kEmpty) fives.set(cell);
    }
    return true;
  });
  cells |= fives;
  lines_.visit_open_windows(side_, kWinLength - 2, [&](Window window) {
    const auto in_window = lines_.table().cells(window);
    if (std::any_of(in_window.begin(), in_window.end(),
                    [&](Cell cell) { return fives.test(cell); }))
      return true;
    for (const Cell cell : in_window) {
      if (lines_.at(cell) == Stone::kEmpty) cells.set(cell);
    }
    return true;
  });
}

/// Returns the table entry. `kind` is -1 for wins, else the number of single threats of a failure.
ThreatSolver::Memory& ThreatSolver::memory(int kind) noexcept {
  return memory_[(key_ + static_cast<std::uint64_t>(kind + 1) * 0x9E3779B97F4A7C15U) &
                 (memory_.size() - 1)];
}

bool ThreatSolver::recall(const Effort& effort, Index& node) {
  const Memory& won = memory(-1);
  if (won.key != key_ || won.won == 0 || found_[won.won - 1].turns > effort.turns) return false;
  node = won.won - 1;
  return true;
}

bool ThreatSolver::has_failed(const Effort& effort) {
  const Memory& failed = memory(effort.singles);
  if (failed.key != key_ || failed.won != 0 || failed.singles < effort.singles ||
      failed.width < effort.width)
    return false;
  if (failed.turns < effort.turns) return false;
  cut_ = cut_ || failed.turns != kAnyTurns;
  return true;
}

void ThreatSolver::remember_failure(const Effort& effort) {
  memory(effort.singles) = {key_, 0, cut_ ? static_cast<std::uint8_t>(effort.turns) : kAnyTurns,
                            static_cast<std::uint8_t>(effort.singles),
                            static_cast<std::uint8_t>(effort.width)};
}

ThreatSolver::Index ThreatSolver::add(Found found) {
  found_.push_back(std::move(found));
  return static_cast<Index>(found_.size() - 1);
}

/// Returns the node after `parry` in the win from `guide`; kNone if either is unknown.
ThreatSolver::Index ThreatSolver::reply_of(Index guide, Turn parry) const {
  if (guide == kNone) return kNone;
  const auto& replies = found_[guide].replies;
  const auto same = std::find_if(replies.begin(), replies.end(),
                                 [parry](const Reply& reply) { return reply.parry == parry; });
  return same == replies.end() ? kNone : same->next;
}

void ThreatSolver::place(Turn turn, Stone side) noexcept {
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell == kNoCell) continue;
    lines_.place(cell, side);
    key_ ^= stone_key(cell, side);
  }
}

void ThreatSolver::remove(Turn turn) noexcept {
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell == kNoCell) continue;
    key_ ^= stone_key(cell, lines_.at(cell));
    lines_.remove(cell);
  }
}

/// Returns the nodes that `root` needs. Later ones in `found_` come first, so that nodes refer only
/// to later nodes.
Proof ThreatSolver::proof_from(Index root) const {
  std::vector<Index> needed = {root};
  std::vector<bool> seen(found_.size(), false);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    for (const Reply& reply : found_[needed[i]].replies) {
      if (!seen[reply.next]) needed.push_back(reply.next);
      seen[reply.next] = true;
    }
  }
  std::sort(needed.begin(), needed.end(), std::greater<>());
  std::vector<std::size_t> place_of(found_.size(), 0);
  for (std::size_t i = 0; i < needed.size(); ++i) place_of[needed[i]] = i;
  Proof proof;
  for (const Index index : needed) {
    ProofNode& node = proof.emplace_back(ProofNode{found_[index].attack, {}});
    for (const Reply& reply : found_[index].replies)
      node.replies.push_back({reply.parry, place_of[reply.next]});
  }
  return proof;
}

}  // namespace trivium::connect6
