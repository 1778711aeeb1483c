#include "engine/connect6/attacks.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace trivium::connect6 {

namespace {

/// What one more stone is worth in an open window, by the stones that are there: own ones, or the opponent's. For ordering only;
/// chosen by judgement.
constexpr std::array<int, kWinLength> kOwnGain = {1, 3, 8, 16, 16, 16};
constexpr std::array<int, kWinLength> kOpponentGain = {0, 1, 3, 6, 6, 6};

int gain_of(const LineFeatures& lines, Stone side, Cell cell) noexcept {
  int gain = 0;
  for (const Window window : lines.table().through(cell)) {
    const auto own = static_cast<std::size_t>(lines.count(window, side));
    const auto other = static_cast<std::size_t>(lines.count(window, opponent(side)));
    if (other == 0) gain += kOwnGain[own];
    if (own == 0) gain += kOpponentGain[other];
  }
  return gain;
}

/// The empty cells of `window` but for one or two that are about to be filled.
template <class Use>
void visit_empty(const LineFeatures& lines, Window window, Use&& use) {
  for (const Cell cell : lines.table().cells(window)) {
    if (lines.at(cell) == Stone::kEmpty) use(cell);
  }
}

Gap gap_without(const LineFeatures& lines, Window window, Cell first, Cell second) noexcept {
  Gap gap{kNoCell, kNoCell};
  visit_empty(lines, window, [&](Cell cell) {
    if (cell != first && cell != second) (gap.first == kNoCell ? gap.first : gap.second) = cell;
  });
  return gap;
}

}  // namespace

void AttackGenerator::generate(LineFeatures& lines, Stone side, int stones_left, const Parries& must_parry, const AttackScope& scope,
                               std::vector<Attack>& attacks) {
  scope_ = scope;
  won_ = false;
  found_.clear();
  if (must_parry.needed() <= stones_left) {
    prepare(lines, side);
    if (stones_left == 1) {
      add_last_stones(lines, side, must_parry);
    } else if (must_parry.needed() > 0) {
      add_parrying_attacks(lines, side, must_parry);
    } else {
      add_free_attacks(lines, side);
    }
  }
  sort();
  attacks.insert(attacks.end(), found_.begin(), found_.end());
}

Parries AttackGenerator::judge(const LineFeatures& lines, Stone side, Turn pair) {
  prepare(lines, side);
  begin(lines, side, pair.first);
  const Parries answer = judge_with(pair.first, pair.second);
  end();
  return answer;
}

void AttackGenerator::prepare(const LineFeatures& lines, Stone side) {
  line_.fill(Line::kNone);
  strong_.clear();
  weak_.clear();
  for (int k = 3; k < kWinLength; ++k) {
    lines.visit_open_windows(side, k, [&](Window window) {
      visit_empty(lines, window, [&](Cell cell) {
        if (line_[cell] == Line::kNone) {
          line_[cell] = Line::kStrong;
          strong_.push_back(cell);
          gaps_[cell].count = 0;
        }
        GapsOfCell& gaps = gaps_[cell];
        if (k == 3) gaps.gaps[gaps.count++] = gap_without(lines, window, cell, cell);
      });
      return true;
    });
  }
  lines.visit_open_windows(side, 2, [&](Window window) {
    visit_empty(lines, window, [&](Cell cell) {
      if (line_[cell] != Line::kNone) return;
      line_[cell] = Line::kWeak;
      weak_.push_back(cell);
    });
    return true;
  });
  std::sort(strong_.begin(), strong_.end());
  std::sort(weak_.begin(), weak_.end());
  for (const auto* cells : {&strong_, &weak_}) {
    for (const Cell cell : *cells) gain_[cell] = gain_of(lines, side, cell);
  }
}

void AttackGenerator::begin(const LineFeatures& lines, Stone side, Cell first) {
  for (const Window window : lines.table().through(first)) {
    if (lines.count(window, side) != 2 || lines.count(window, opponent(side)) != 0) continue;
    visit_empty(lines, window, [&](Cell second) {
      if (second == first) return;
      GapsOfPair& pair = together_[second];
      if (pair.count == 0) partners_.push_back(second);
      pair.gaps[pair.count++] = gap_without(lines, window, first, second);
    });
  }
}

void AttackGenerator::end() {
  for (const Cell cell : partners_) together_[cell].count = 0;
  partners_.clear();
}

/// Of the cell that begin() was called for and another one.
Parries AttackGenerator::judge_with(Cell first, Cell second) const noexcept {
  std::array<Gap, 2 * kMaxWindowsThrough + kWinLength> gaps;
  std::size_t count = 0;
  if (line_[first] == Line::kStrong) {
    for (const Gap& gap : std::span(gaps_[first].gaps.data(), gaps_[first].count)) {
      gaps[count++] = gap.first == second ? Gap{gap.second, kNoCell} : gap.second == second ? Gap{gap.first, kNoCell} : gap;
    }
  }
  if (line_[second] == Line::kStrong) {
    for (const Gap& gap : std::span(gaps_[second].gaps.data(), gaps_[second].count)) {
      if (!gap.has(first)) gaps[count++] = gap;  // a window with both was counted above
    }
  }
  for (std::size_t i = 0; i < together_[second].count; ++i) gaps[count++] = together_[second].gaps[i];
  return parries(std::span(gaps.data(), count));
}

void AttackGenerator::add_free_attacks(const LineFeatures& lines, Stone side) {
  for (std::size_t i = 0; i < strong_.size() && !won_; ++i) {
    const Cell first = strong_[i];
    begin(lines, side, first);
    for (std::size_t j = i + 1; j < strong_.size(); ++j) add(ordered(first, strong_[j]), judge_with(first, strong_[j]));
    for (const Cell second : partners_) {
      if (line_[second] == Line::kWeak) add(ordered(first, second), judge_with(first, second));
    }
    const Parries alone = parries(std::span(gaps_[first].gaps.data(), gaps_[first].count));
    if (alone.needed() >= scope_.needed || scope_.singles > 0) {  // the other stone may go where it helps later
      for (const Cell second : weak_) {
        if (together_[second].count == 0) add(ordered(first, second), alone);
      }
    }
    end();
  }
  for (std::size_t i = 0; i < weak_.size() && !won_; ++i) {
    begin(lines, side, weak_[i]);
    for (const Cell second : partners_) {
      if (line_[second] == Line::kWeak && second > weak_[i]) add({weak_[i], second}, judge_with(weak_[i], second));
    }
    end();
  }
}

void AttackGenerator::add_parrying_attacks(const LineFeatures& lines, Stone side, const Parries& must_parry) {
  for (const Turn& set : must_parry.sets()) {
    begin(lines, side, set.first);
    if (set.second != kNoCell) {
      add(set, judge_with(set.first, set.second));
    } else {
      for (const auto* cells : {&strong_, &weak_}) {
        for (const Cell cell : *cells) {
          if (cell != set.first) add(ordered(set.first, cell), judge_with(set.first, cell));
        }
      }
    }
    end();
  }
}

void AttackGenerator::add_last_stones(LineFeatures& lines, Stone side, const Parries& must_parry) {
  const auto try_stone = [&](Cell cell) {
    lines.place(cell, side);
    add({cell, kNoCell}, parries(lines, side));
    lines.remove(cell);
  };
  for (const Turn& set : must_parry.sets()) {
    if (set.second == kNoCell) try_stone(set.first);
  }
  if (must_parry.needed() > 0) return;
  for (const auto* cells : {&strong_, &weak_}) {
    for (const Cell cell : *cells) try_stone(cell);
  }
}

void AttackGenerator::add(Turn turn, const Parries& answer) {
  if (won_ || answer.needed() == 0) return;
  if (answer.needed() < scope_.needed && (answer.needed() > 1 || scope_.singles == 0)) return;
  if (answer.needed() == 3) {
    won_ = true;
    found_.clear();
  }
  const auto gain = [this](Cell cell) { return cell == kNoCell || line_[cell] == Line::kNone ? 0 : gain_[cell]; };
  found_.push_back({turn, static_cast<std::uint8_t>(answer.needed()), static_cast<std::uint8_t>(answer.sets().size()),
                    static_cast<std::int16_t>(gain(turn.first) + gain(turn.second))});
}

void AttackGenerator::sort() {
  const auto rank = [](const Attack& a) { return std::tuple(-a.needed, a.parries, -a.gain, a.turn.first, a.turn.second); };
  const auto before = [&rank](const Attack& a, const Attack& b) { return rank(a) < rank(b); };
  const auto singles = std::partition(found_.begin(), found_.end(), [](const Attack& a) { return a.needed > 1; });
  std::sort(found_.begin(), singles, before);
  const auto by_gain = [](const Attack& a, const Attack& b) {
    return std::tuple(-a.gain, a.turn.first, a.turn.second) < std::tuple(-b.gain, b.turn.first, b.turn.second);
  };
  const auto wanted = std::min<std::ptrdiff_t>(found_.end() - singles, 4 * scope_.singles);
  std::partial_sort(singles, singles + wanted, found_.end(), by_gain);
  found_.erase(singles + wanted, found_.end());
  found_.erase(std::unique(found_.begin(), found_.end(), [](const Attack& a, const Attack& b) { return a.turn == b.turn; }), found_.end());
  const auto first_single = std::find_if(found_.begin(), found_.end(), [](const Attack& a) { return a.needed == 1; });
  if (found_.end() - first_single > scope_.singles) found_.erase(first_single + scope_.singles, found_.end());
}

}  // namespace trivium::connect6
