#include "engine/connect6/threats/threat_probe.h"

#include <algorithm>
#include <utility>

#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

ThreatProbe::Win ThreatProbe::probe(LineFeatures& lines, std::uint64_t key, Stone side,
                                    int stones_left, int turns, int nodes) {
  lines_ = &lines;
  side_ = side;
  key_ = key ^ static_cast<std::uint64_t>(4 * index(side) + stones_left);
  nodes_ = 0;
  max_nodes_ = nodes;
  aborted_ = false;
  depth_ = 0;
  is_first_listed_ = false;
  if (attacks_.size() <= static_cast<std::size_t>(turns))
    attacks_.resize(static_cast<std::size_t>(turns) + 1);
  Win win;
  for (int maximum = 2; maximum <= turns; ++maximum) {
    cut_ = false;
    win.turns = attack(stones_left, maximum, &win.first);
    if (win.turns > 0 || aborted_ || !cut_) break;
  }
  return win;
}

/// Returns the turns to six, or 0 if no win was found. `cut_` is then true if more turns might find
/// one.
int ThreatProbe::attack(int stones_left, int turns, Turn* first) {
  if (turns < 2) {
    cut_ = true;
    return 0;
  }
  Failed& failed = failed_[key_ & (kMemory - 1)];
  if (failed.key == key_ && failed.turns >= turns) {
    cut_ = cut_ || failed.turns != kAnyTurns;
    return 0;
  }
  if (nodes_ >= max_nodes_ || budget_.spent()) {
    aborted_ = true;
    return 0;
  }
  ++nodes_;
  budget_.count();
  const bool cut_before = std::exchange(cut_, false);
  const bool is_last = turns == 2;  // no turn is left to win after a parry
  list_attacks(stones_left, is_last);
  cut_ = is_last && (depth_ > 0 || !attacks_[0].empty());
  for (const Attack& candidate : attacks_[depth_]) {
    if (is_last && candidate.needed < 3) break;
    const int won = candidate.needed > 2 ? 2 : defend(candidate, turns);
    if (won > 0 && first != nullptr) *first = candidate.turn;
    if (won > 0) return won;
    if (aborted_) return 0;
  }
  failed = {key_, cut_ ? turns : kAnyTurns};
  cut_ = cut_ || cut_before;
  return 0;
}

/// Lists attacks, hardest first. The root's attacks are listed once for all iterations. Elsewhere,
/// `only_winning` leaves out those that can be parried.
void ThreatProbe::list_attacks(int stones_left, bool only_winning) {
  if (depth_ == 0 && std::exchange(is_first_listed_, true)) return;
  attacks_[depth_].clear();
  AttackScope scope;
  if (only_winning && depth_ > 0) scope.needed = 3;
  generator_.generate(*lines_, side_, stones_left, parries(*lines_, opponent(side_)), scope,
                      attacks_[depth_]);
}

/// Returns the turns to six with this attack against every parry; 0 if a parry saves the defender
/// or the search was aborted.
int ThreatProbe::defend(const Attack& attack_turn, int turns) {
  place(attack_turn.turn, side_);
  const Parries threats = parries(*lines_, side_);
  int longest = 2;
  ++depth_;
  for (const Turn& parry : threats.sets()) {
    place(parry, opponent(side_));
    const int won = attack(2, turns - 1, nullptr);
    remove(parry);
    longest = won > 0 ? std::max(longest, won + 1) : 0;
    if (won == 0) break;
  }
  --depth_;
  remove(attack_turn.turn);
  return longest;
}

void ThreatProbe::place(Turn turn, Stone side) noexcept {
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell == kNoCell) continue;
    lines_->place(cell, side);
    key_ ^= Board::stone_key(cell, side);
  }
}

void ThreatProbe::remove(Turn turn) noexcept {
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell == kNoCell) continue;
    key_ ^= Board::stone_key(cell, lines_->at(cell));
    lines_->remove(cell);
  }
}

}  // namespace trivium::connect6
