#include "engine/connect6/threats/threats.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace trivium::connect6 {

namespace {

/// Returns the empty cells of a window that has at most two.
Turn empty_cells(const LineFeatures& features, Window window) noexcept {
  Turn empty;
  for (const Cell cell : features.table().cells(window)) {
    if (features.at(cell) != Stone::kEmpty) continue;
    if (empty.first == kNoCell) {
      empty.first = cell;
    } else {
      empty.second = cell;
      break;
    }
  }
  return empty;
}

/// Returns the first of `gaps` with neither cell, or null.
const Gap* missed(std::span<const Gap> gaps, Cell first, Cell second) noexcept {
  const auto gap = std::find_if(gaps.begin(), gaps.end(),
                                [&](const Gap& g) { return !g.has(first) && !g.has(second); });
  return gap == gaps.end() ? nullptr : &*gap;
}

}  // namespace

std::optional<Turn> winning_turn(const LineFeatures& features, Stone stone,
                                 int stones_left) noexcept {
  for (int missing = 1; missing <= stones_left; ++missing) {
    std::optional<Turn> turn;
    features.visit_open_windows(stone, kWinLength - missing, [&](Window window) {
      turn = empty_cells(features, window);
      return false;
    });
    if (turn) return turn;
  }
  return std::nullopt;
}

std::vector<Turn> sixes(const LineFeatures& features, Stone stone) {
  std::vector<Turn> found;
  const auto add = [&](int stones) {
    const auto before = static_cast<std::ptrdiff_t>(found.size());
    features.visit_open_windows(stone, stones, [&](Window window) {
      const Turn empty = empty_cells(features, window);
      const bool known = std::any_of(found.begin(), found.end(), [&](Turn turn) {
        return turn == empty || (turn.second == kNoCell &&
                                 (turn.first == empty.first || turn.first == empty.second));
      });
      if (!known) found.push_back(empty);
      return true;
    });
    std::sort(found.begin() + before, found.end(), [](Turn a, Turn b) {
      return std::tie(a.first, a.second) < std::tie(b.first, b.second);
    });
  };
  add(kWinLength - 1);
  add(kWinLength - 2);
  return found;
}

bool can_win(const LineFeatures& features, Stone stone, int stones_left) noexcept {
  return features.open_windows(stone, kWinLength - 1) > 0 ||
         (stones_left > 1 && features.open_windows(stone, kWinLength - 2) > 0);
}

void Parries::add(Turn set) noexcept {
  if (set.second != kNoCell && set.second < set.first) std::swap(set.first, set.second);
  if (std::find(sets_.begin(), sets_.begin() + count_, set) == sets_.begin() + count_)
    sets_[static_cast<std::size_t>(count_++)] = set;
}

void Parries::sort() noexcept {
  const auto rank = [](const Turn& set) {
    return std::tuple(set.second != kNoCell, set.first, set.second);
  };
  for (int i = 1; i < count_; ++i) {  // insertion sort of at most four sets
    for (auto j = static_cast<std::size_t>(i); j > 0 && rank(sets_[j]) < rank(sets_[j - 1]); --j)
      std::swap(sets_[j], sets_[j - 1]);
  }
}

Parries parries(std::span<const Gap> gaps) noexcept {
  Parries result;
  if (gaps.empty()) return result;
  result.needed_ = 3;

  const std::array<Cell, 2> choices = {gaps.front().first, gaps.front().second};
  std::array<const Gap*, 2> rest{};  // for each cell of the first gap, a gap that it does not fill
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == kNoCell) continue;
    rest[i] = missed(gaps, choices[i], choices[i]);
    if (rest[i] != nullptr) continue;
    result.needed_ = 1;
    result.add({choices[i], kNoCell});
  }
  const auto parries_alone = [&](Cell cell) {
    return (cell == choices[0] && rest[0] == nullptr) || (cell == choices[1] && rest[1] == nullptr);
  };
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (rest[i] == nullptr) continue;
    for (const Cell second : {rest[i]->first, rest[i]->second}) {
      if (second == kNoCell || parries_alone(second) || missed(gaps, choices[i], second) != nullptr)
        continue;
      result.needed_ = std::min(result.needed_, 2);
      result.add({choices[i], second});
    }
  }
  result.sort();
  return result;
}

Parries parries(const LineFeatures& features, Stone attacker) noexcept {
  if (!can_win(features, attacker, 2)) return {};
  std::array<Gap, kMaxWindows> gaps;
  std::size_t count = 0;
  for (int k = kWinLength - 1; k >= kWinLength - 2; --k) {
    features.visit_open_windows(attacker, k, [&](Window window) {
      const Turn empty = empty_cells(features, window);
      gaps[count++] = {empty.first, empty.second};
      return true;
    });
  }
  return parries(std::span(gaps.data(), count));
}

int stones_to_parry(const LineFeatures& features, Stone attacker) noexcept {
  return parries(features, attacker).stones_needed();
}

}  // namespace trivium::connect6
