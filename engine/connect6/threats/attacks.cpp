#include "engine/connect6/threats/attacks.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <tuple>

namespace trivium::connect6 {

namespace {

/// Gain of one more stone in an open window, by the number of own stones or of opponent's stones
/// there. Used only for move ordering; chosen by judgment.
constexpr std::array<int, kWinLength> kOwnGain = {1, 3, 8, 16, 16, 16};
constexpr std::array<int, kWinLength> kOpponentGain = {0, 1, 3, 6, 6, 6};

/// Gain of a stone of one side in a window, by the window's count pair.
using GainTable = std::array<int, LineFeatures::kCountPairs>;

constexpr int kUnknownGain = -1;

constexpr GainTable gain_table(Stone side) {
  GainTable table{};
  for (std::size_t stones = 0; stones < kOwnGain.size(); ++stones) {
    const std::size_t own = side == Stone::kBlack ? 1 : 8;
    const std::size_t other = side == Stone::kBlack ? 8 : 1;
    table[stones * own] += kOwnGain[stones];
    table[stones * other] += kOpponentGain[stones];
  }
  return table;
}

/// The empty cells of a window, in order, with their indices in the window.
struct EmptyCells {
  std::array<Cell, kWinLength> cells;
  std::array<std::size_t, kWinLength> places;
  std::size_t count = 0;

  EmptyCells(const LineFeatures& lines, Window window) noexcept {
    const auto all = lines.table().cells(window);
    for (std::size_t place = 0; place < all.size(); ++place) {
      if (lines.at(all[place]) != Stone::kEmpty) continue;
      cells[count] = all[place];
      places[count++] = place;
    }
  }
  std::span<const Cell> all() const noexcept { return {cells.data(), count}; }
};

/// Directions in the table of pairs.
constexpr int kRow = 0, kColumn = 1, kRising = 2, kFalling = 3;
int direction_of(int step, int size) noexcept {
  return step == 1 ? kRow : step == size ? kColumn : step > 0 ? kRising : kFalling;
}

constexpr std::size_t pair_place(int direction, int distance) noexcept {
  return static_cast<std::size_t>(direction * (kWinLength - 1) + distance - 1);
}

/// Index of a pair of cells in the table of pairs, by direction and distance; -1 if they are not in
/// one line or too far apart. Requires: `first` < `second`.
int line_index(Cell first, Cell second, int size) noexcept {
  const int dx = second % size - first % size;
  const int dy = second / size - first / size;
  const int distance = std::max(std::abs(dx), dy);
  if (distance >= kWinLength || (dx != 0 && dy != 0 && std::abs(dx) != dy)) return -1;
  return static_cast<int>(pair_place(dy == 0   ? kRow
                                     : dx == 0 ? kColumn
                                     : dx > 0  ? kRising
                                               : kFalling,
                                     distance));
}

}  // namespace

void AttackGenerator::generate(LineFeatures& lines, Stone side, int stones_left,
                               const Parries& must_parry, const AttackScope& scope,
                               std::vector<Attack>& attacks) {
  scope_ = scope;
  won_ = false;
  found_.clear();
  if (must_parry.stones_needed() <= stones_left) {
    prepare(lines, side);
    if (stones_left == 1) {
      add_last_stones(lines, side, must_parry);
    } else if (must_parry.stones_needed() > 0) {
      add_parrying_attacks(must_parry);
    } else {
      add_free_attacks();
    }
  }
  sort();
  attacks.insert(attacks.end(), found_.begin(), found_.end());
}

Parries AttackGenerator::judge(const LineFeatures& lines, Stone side, Turn pair) {
  prepare(lines, side);
  return judge_prepared(pair.first, pair.second);
}

void AttackGenerator::prepare(const LineFeatures& lines, Stone side) {
  lines_ = &lines;
  side_ = side;
  line_.fill(Line::kNone);
  strong_.clear();
  weak_.clear();
  for (const GapsOfPair& gaps : pairs_) pair_at_[gaps.pair.first].fill(0);
  pairs_.clear();
  for (int stones = 3; stones < kWinLength; ++stones) {
    lines.visit_open_windows(side, stones, [&](Window window) {
      add_strong_window(lines, window, stones);
      return true;
    });
  }
  lines.visit_open_windows(side, 2, [&](Window window) {
    add_weak_window(lines, window);
    return true;
  });
  std::sort(strong_.begin(), strong_.end());
  std::sort(weak_.begin(), weak_.end());
}

void AttackGenerator::add_strong_window(const LineFeatures& lines, Window window, int stones) {
  const EmptyCells empty(lines, window);
  for (std::size_t i = 0; i < empty.count; ++i) {
    const Cell cell = empty.cells[i];
    if (line_[cell] == Line::kNone) {
      line_[cell] = Line::kStrong;
      strong_.push_back(cell);
      gain_[cell] = kUnknownGain;
      gaps_[cell].count = 0;
    }
    GapsOfCell& gaps = gaps_[cell];
    if (stones == 3)
      gaps.gaps[gaps.count++] = {empty.cells[i == 0 ? 1 : 0], empty.cells[i == 2 ? 1 : 2]};
  }
}

void AttackGenerator::add_weak_window(const LineFeatures& lines, Window window) {
  const EmptyCells empty(lines, window);
  for (const Cell cell : empty.all()) {
    if (line_[cell] != Line::kNone) continue;
    line_[cell] = Line::kWeak;
    weak_.push_back(cell);
    gain_[cell] = kUnknownGain;
  }
  constexpr std::array<std::array<std::size_t, 4>, 6> kSplits = {
      {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}}};
  const auto cells = lines.table().cells(window);
  const int direction = direction_of(cells[1] - cells[0], lines.size());
  for (const auto& [a, b, c, d] : kSplits) {
    const Turn pair = ordered(empty.cells[a], empty.cells[b]);
    std::uint16_t& at = pair_at_[pair.first][pair_place(
        direction, static_cast<int>(empty.places[b] - empty.places[a]))];
    if (at == 0) {
      pairs_.emplace_back().pair = pair;
      at = static_cast<std::uint16_t>(pairs_.size());
    }
    GapsOfPair& gaps = pairs_[at - 1U];
    gaps.gaps[gaps.count++] = {empty.cells[c], empty.cells[d]};
  }
}

/// Returns the gaps that both cells leave in windows with two own stones; null if there is no such
/// window.
const AttackGenerator::GapsOfPair* AttackGenerator::together(Cell first,
                                                             Cell second) const noexcept {
  const Turn pair = ordered(first, second);
  const int place = line_index(pair.first, pair.second, lines_->size());
  const std::uint16_t at =
      place < 0 ? std::uint16_t{0} : pair_at_[pair.first][static_cast<std::size_t>(place)];
  return at == 0 ? nullptr : &pairs_[at - 1U];
}

Parries AttackGenerator::judge_prepared(Cell first, Cell second) const noexcept {
  std::array<Gap, 2 * kMaxWindowsThrough + kWinLength> gaps;
  std::size_t count = 0;
  if (line_[first] == Line::kStrong) {
    for (const Gap& gap : std::span(gaps_[first].gaps.data(), gaps_[first].count)) {
      gaps[count++] = gap.first == second    ? Gap{gap.second, kNoCell}
                      : gap.second == second ? Gap{gap.first, kNoCell}
                                             : gap;
    }
  }
  if (line_[second] == Line::kStrong) {
    for (const Gap& gap : std::span(gaps_[second].gaps.data(), gaps_[second].count)) {
      if (!gap.has(first)) gaps[count++] = gap;  // windows with both stones were added above
    }
  }
  if (const GapsOfPair* both = together(first, second)) {
    for (std::size_t i = 0; i < both->count; ++i) gaps[count++] = both->gaps[i];
  }
  return parries(std::span(gaps.data(), count));
}

void AttackGenerator::add_free_attacks() {
  for (std::size_t i = 0; i < strong_.size() && !won_; ++i) {
    const Cell first = strong_[i];
    for (std::size_t j = i + 1; j < strong_.size(); ++j)
      add({first, strong_[j]}, judge_prepared(first, strong_[j]));
    const Parries alone = parries(std::span(gaps_[first].gaps.data(), gaps_[first].count));
    if (alone.stones_needed() < scope_.needed && scope_.singles == 0) continue;
    for (const Cell second : weak_) {  // `first` makes the threat; `second` may help later
      if (together(first, second) == nullptr) add(ordered(first, second), alone);
    }
  }
  const std::size_t windows = scope_.singles > 0 ? 1 : 2;  // one stone parries a window's gaps
  for (const GapsOfPair& gaps : pairs_) {
    const bool strong_first = line_[gaps.pair.first] == Line::kStrong;
    const bool strong_second = line_[gaps.pair.second] == Line::kStrong;
    if (won_ || (strong_first && strong_second) ||
        (!strong_first && !strong_second && gaps.count < windows))
      continue;
    add(gaps.pair, judge_prepared(gaps.pair.first, gaps.pair.second));
  }
}

void AttackGenerator::add_parrying_attacks(const Parries& must_parry) {
  for (const Turn& set : must_parry.sets()) {
    if (set.second != kNoCell) {
      add(set, judge_prepared(set.first, set.second));
      continue;
    }
    for (const auto* cells : {&strong_, &weak_}) {
      for (const Cell cell : *cells) {
        if (cell != set.first) add(ordered(set.first, cell), judge_prepared(set.first, cell));
      }
    }
  }
}

void AttackGenerator::add_last_stones(LineFeatures& lines, Stone side, const Parries& must_parry) {
  const auto try_stone = [&](Cell cell) {
    lines.place(cell, side);
    const Parries answer = parries(lines, side);
    lines.remove(cell);
    add({cell, kNoCell}, answer);
  };
  for (const Turn& set : must_parry.sets()) {
    if (set.second == kNoCell) try_stone(set.first);
  }
  if (must_parry.stones_needed() > 0) return;
  for (const auto* cells : {&strong_, &weak_}) {
    for (const Cell cell : *cells) try_stone(cell);
  }
}

void AttackGenerator::add(Turn turn, const Parries& answer) {
  if (won_ || answer.stones_needed() == 0) return;
  if (answer.stones_needed() < scope_.needed && (answer.stones_needed() > 1 || scope_.singles == 0))
    return;
  if (answer.stones_needed() == 3) {
    won_ = true;
    found_.clear();
  }
  found_.push_back({turn, static_cast<std::uint8_t>(answer.stones_needed()),
                    static_cast<std::uint8_t>(answer.sets().size()),
                    static_cast<std::int16_t>(gain(turn.first) + gain(turn.second))});
}

/// Gain of own lines plus loss of the opponent's by a stone on the cell; 0 for cells without an own
/// line.
int AttackGenerator::gain(Cell cell) noexcept {
  static constexpr std::array<GainTable, 2> kGains = {gain_table(Stone::kBlack),
                                                      gain_table(Stone::kWhite)};
  if (cell == kNoCell || line_[cell] == Line::kNone) return 0;
  if (gain_[cell] != kUnknownGain) return gain_[cell];
  const GainTable& gains = kGains[static_cast<std::size_t>(index(side_) - 1)];
  int sum = 0;
  for (const Window window : lines_->table().through(cell))
    sum += gains[lines_->count_pair(window)];
  return gain_[cell] = sum;
}

void AttackGenerator::sort() {
  const auto rank = [](const Attack& a) {
    return std::tuple(-a.needed, a.parries, -a.gain, a.turn.first, a.turn.second);
  };
  const auto before = [&rank](const Attack& a, const Attack& b) { return rank(a) < rank(b); };
  const auto singles =
      std::partition(found_.begin(), found_.end(), [](const Attack& a) { return a.needed > 1; });
  std::sort(found_.begin(), singles, before);
  const auto by_gain = [](const Attack& a, const Attack& b) {
    return std::tuple(-a.gain, a.turn.first, a.turn.second) <
           std::tuple(-b.gain, b.turn.first, b.turn.second);
  };
  const auto wanted = std::min<std::ptrdiff_t>(found_.end() - singles, 4 * scope_.singles);
  std::partial_sort(singles, singles + wanted, found_.end(), by_gain);
  found_.erase(singles + wanted, found_.end());
  found_.erase(std::unique(found_.begin(), found_.end(),
                           [](const Attack& a, const Attack& b) { return a.turn == b.turn; }),
               found_.end());
  const auto first_single =
      std::find_if(found_.begin(), found_.end(), [](const Attack& a) { return a.needed == 1; });
  if (found_.end() - first_single > scope_.singles)
    found_.erase(first_single + scope_.singles, found_.end());
}

}  // namespace trivium::connect6
