#include "engine/connect6/threats.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace trivium::connect6 {

namespace {

/// The empty cells of a window, at most two of them.
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

bool contains(const LineFeatures& features, Window window, Cell cell) noexcept {
  const auto cells = features.table().cells(window);
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

/// A window that `attacker` could fill with two stones and that holds neither of `parried`.
std::optional<Window> unparried(const LineFeatures& features, Stone attacker, std::pair<Cell, Cell> parried) noexcept {
  std::optional<Window> found;
  for (int k = kWinLength - 1; k >= kWinLength - 2 && !found; --k) {
    features.visit_open_windows(attacker, k, [&](Window window) {
      if (contains(features, window, parried.first) || contains(features, window, parried.second)) return true;
      found = window;
      return false;
    });
  }
  return found;
}

}  // namespace

std::optional<Turn> winning_turn(const LineFeatures& features, Stone stone, int stones_left) noexcept {
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

bool can_win(const LineFeatures& features, Stone stone, int stones_left) noexcept {
  return features.open_windows(stone, kWinLength - 1) > 0 || (stones_left > 1 && features.open_windows(stone, kWinLength - 2) > 0);
}

void Parries::add(Turn set) noexcept {
  if (set.second != kNoCell && set.second < set.first) std::swap(set.first, set.second);
  if (std::find(sets_.begin(), sets_.begin() + count_, set) == sets_.begin() + count_) sets_[static_cast<std::size_t>(count_++)] = set;
}

void Parries::sort() noexcept {
  const auto rank = [](const Turn& set) { return std::tuple(set.second != kNoCell, set.first, set.second); };
  for (int i = 1; i < count_; ++i) {  // at most four sets
    for (auto j = static_cast<std::size_t>(i); j > 0 && rank(sets_[j]) < rank(sets_[j - 1]); --j) std::swap(sets_[j], sets_[j - 1]);
  }
}

Parries parries(const LineFeatures& features, Stone attacker) noexcept {
  Parries result;
  const std::optional<Window> threat = unparried(features, attacker, {kNoCell, kNoCell});
  if (!threat) return result;
  result.needed_ = 3;

  const Turn choices = empty_cells(features, *threat);
  std::array<Cell, 2> pending{kNoCell, kNoCell};  // cells of the first threat that do not parry alone
  for (std::size_t i = 0; i < 2; ++i) {
    const Cell cell = i == 0 ? choices.first : choices.second;
    if (cell == kNoCell) continue;
    if (unparried(features, attacker, {cell, kNoCell})) {
      pending[i] = cell;
    } else {
      result.needed_ = 1;
      result.add({cell, kNoCell});
    }
  }
  const Parries singles = result;
  const auto parries_alone = [&singles](Cell cell) {
    return std::any_of(singles.sets().begin(), singles.sets().end(), [cell](const Turn& set) { return set.first == cell; });
  };
  for (const Cell first : pending) {
    if (first == kNoCell) continue;
    const Turn rest = empty_cells(features, *unparried(features, attacker, {first, kNoCell}));
    for (const Cell second : {rest.first, rest.second}) {
      if (second == kNoCell || parries_alone(second) || unparried(features, attacker, {first, second})) continue;
      result.needed_ = std::min(result.needed_, 2);
      result.add({first, second});
    }
  }
  result.sort();
  return result;
}

int stones_to_parry(const LineFeatures& features, Stone attacker) noexcept {
  if (!can_win(features, attacker, 2)) return 0;
  return parries(features, attacker).needed();
}

}  // namespace trivium::connect6
