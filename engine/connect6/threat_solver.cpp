#include "engine/connect6/threat_solver.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace trivium::connect6 {

namespace {

constexpr std::uint64_t kMaxRefuted = 1U << 20;

void place(LineFeatures& lines, Turn turn, Stone side) noexcept {
  lines.place(turn.first, side);
  if (turn.second != kNoCell) lines.place(turn.second, side);
}

void remove(LineFeatures& lines, Turn turn) noexcept {
  if (turn.second != kNoCell) lines.remove(turn.second);
  lines.remove(turn.first);
}

/// The empty cells of the open windows with `k` stones of `side`, k in [from, to], ascending.
void empty_cells(const LineFeatures& lines, Stone side, int from, int to, std::vector<Cell>& cells) {
  cells.clear();
  for (int k = from; k <= to; ++k) {
    lines.visit_open_windows(side, k, [&](Window window) {
      for (const Cell cell : lines.table().cells(window)) {
        if (lines.at(cell) == Stone::kEmpty) cells.push_back(cell);
      }
      return true;
    });
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

}  // namespace

ThreatSolver::ThreatSolver(Position& position, const SolveLimits& limits, Budget& budget, int per_cent)
    : position_(position),
      limits_(limits),
      budget_(budget),
      per_cent_(per_cent),
      side_(position.to_move()),
      refuted_(std::bit_ceil(std::clamp<std::uint64_t>(limits.nodes, 1, kMaxRefuted))) {}

SolveResult ThreatSolver::run() {
  SolveResult result;
  for (int turns = 1; turns <= limits_.turns; ++turns) {
    cut_ = false;
    std::size_t root = 0;
    const bool proved = !position_.board().over() && attack(turns, root);
    result.nodes = nodes_;
    if (proved) {
      result.status = SolveStatus::kProved;
      result.turns = found_[root].turns;
      copy(root, result.proof);
      return result;
    }
    if (aborted_) {
      result.status = SolveStatus::kLimit;
      return result;
    }
    result.turns = turns;
    result.status = SolveStatus::kExhausted;
    if (!cut_) return result;
  }
  return result;
}

bool ThreatSolver::attack(int turns, std::size_t& node) {
  const int stones_left = position_.stones_left();
  if (const auto win = winning_turn(position_.lines(), side_, stones_left)) {
    node = found_.size();
    found_.push_back({{*win, {}}, 1});
    return true;
  }
  if (turns <= 1 || stones_left == 0) {
    cut_ = cut_ || stones_left > 0;
    return false;
  }
  Refuted& memory = refuted_[position_.key() & (refuted_.size() - 1)];
  if (memory.key == position_.key() && memory.turns >= turns) {
    cut_ = true;
    return false;
  }
  if (!budget_.spend() || budget_.time_used(per_cent_) || ++nodes_ >= limits_.nodes) {
    aborted_ = true;
    return false;
  }
  std::vector<Attack> attacks;
  collect_attacks(attacks);
  for (const Attack& candidate : attacks) {
    if (turns == 2 && candidate.parries.needed() == 2) {  // any parry would leave no win for the last turn
      cut_ = true;
      break;
    }
    if (defend(candidate, turns, node)) return true;
    if (aborted_) return false;
  }
  memory = {position_.key(), turns};
  return false;
}

bool ThreatSolver::defend(const Attack& candidate, int turns, std::size_t& node) {
  position_.do_turn(candidate.turn);
  ProofNode proof{candidate.turn, {}};
  bool won = true;
  int longest = 1;  // whatever the defender does, the next turn wins
  for (const Turn& parry : candidate.parries.sets()) {
    position_.do_turn(parry);
    std::size_t next = 0;
    won = attack(turns - 1, next);
    position_.undo_turn(parry);
    if (!won) break;
    proof.replies.push_back({parry, next});
    longest = std::max(longest, found_[next].turns);
  }
  position_.undo_turn(candidate.turn);
  if (!won) return false;
  node = found_.size();
  found_.push_back({std::move(proof), longest + 1});
  return true;
}

void ThreatSolver::collect_attacks(std::vector<Attack>& attacks) {
  const int stones_left = position_.stones_left();
  const Parries needed = parries(position_.lines(), opponent(side_));
  if (needed.needed() > stones_left) return;
  empty_cells(position_.lines(), side_, 3, kWinLength - 1, strong_);
  empty_cells(position_.lines(), side_, 2, 2, weak_);
  if (needed.needed() > 0) {
    add_parrying_attacks(needed, stones_left, attacks);
  } else {
    add_free_attacks(stones_left, attacks);
  }
  const auto rank = [](const Attack& a) { return std::tuple(-a.parries.needed(), a.parries.sets().size(), a.turn.first, a.turn.second); };
  std::sort(attacks.begin(), attacks.end(), [&](const Attack& a, const Attack& b) { return rank(a) < rank(b); });
  attacks.erase(std::unique(attacks.begin(), attacks.end(), [](const Attack& a, const Attack& b) { return a.turn == b.turn; }),
                attacks.end());
}

void ThreatSolver::add_parrying_attacks(const Parries& needed, int stones_left, std::vector<Attack>& attacks) {
  for (const Turn& set : needed.sets()) {
    const bool single = set.second == kNoCell;
    if (single == (stones_left == 1)) add_if_double_threat(set, attacks);
    if (!single || stones_left == 1) continue;
    for (const auto* cells : {&strong_, &weak_}) {
      for (const Cell cell : *cells) {
        if (cell != set.first) add_if_double_threat(ordered(set.first, cell), attacks);
      }
    }
  }
}

void ThreatSolver::add_free_attacks(int stones_left, std::vector<Attack>& attacks) {
  for (const Cell first : strong_) {
    if (stones_left == 1) {
      add_if_double_threat({first, kNoCell}, attacks);
      continue;
    }
    for (const Cell second : strong_) {
      if (second > first) add_if_double_threat({first, second}, attacks);
    }
    position_.scratch().place(first, side_);
    const bool enough = stones_to_parry(position_.lines(), side_) >= 2;
    position_.scratch().remove(first);
    if (!enough) continue;
    for (const Cell second : weak_) {  // the first stone does it alone; the second may go where it helps later
      if (second != first) add_if_double_threat(ordered(first, second), attacks);
    }
  }
  if (stones_left == 2) add_pairs_in_windows(attacks);
}

void ThreatSolver::add_pairs_in_windows(std::vector<Attack>& attacks) {
  std::vector<std::pair<Cell, Cell>> pairs;
  position_.lines().visit_open_windows(side_, 2, [&](Window window) {
    const auto cells = position_.lines().table().cells(window);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::size_t j = i + 1; j < cells.size(); ++j) {
        if (position_.lines().at(cells[i]) != Stone::kEmpty || position_.lines().at(cells[j]) != Stone::kEmpty) continue;
        const Turn turn = ordered(cells[i], cells[j]);
        pairs.emplace_back(turn.first, turn.second);
      }
    }
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [first, second] : pairs) add_if_double_threat({first, second}, attacks);
}

void ThreatSolver::add_if_double_threat(Turn turn, std::vector<Attack>& attacks) {
  LineFeatures& lines = position_.scratch();
  place(lines, turn, side_);
  const int threats = lines.open_windows(side_, kWinLength - 2) + lines.open_windows(side_, kWinLength - 1);
  if (threats >= 2 && !can_win(lines, opponent(side_), 2)) {
    const Parries answer = parries(lines, side_);
    if (answer.needed() >= 2) attacks.push_back({turn, answer});
  }
  remove(lines, turn);
}

std::size_t ThreatSolver::copy(std::size_t node, Proof& into) const {
  const std::size_t index = into.size();
  into.push_back({found_[node].node.attack, {}});
  for (const auto& [parry, next] : found_[node].node.replies) {
    const std::size_t reply = copy(next, into);
    into[index].replies.push_back({parry, reply});
  }
  return index;
}

}  // namespace trivium::connect6
