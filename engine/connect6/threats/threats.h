// Exact knowledge of one turn: which stones win now, and which stones parry everything that the opponent could win with next.
//
// A turn of two stones wins where a window holds four or five own stones and none of the other side. To parry, each such window of the
// opponent must receive a stone; since such a window has at most two empty cells, at most two cells can parry alone and at most four
// minimal pairs can, so all of them are listed.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::connect6 {

/// The stones with which `stone` wins at once if it may place `stones_left` (1 or 2): the fewest, and of these the first in the order of
/// windows. One stone: `second` is kNoCell.
std::optional<Turn> winning_turn(const LineFeatures& features, Stone stone, int stones_left) noexcept;

/// Whether winning_turn() has a value.
bool can_win(const LineFeatures& features, Stone stone, int stones_left) noexcept;

/// Returns all sets of one or two cells that complete six for `stone` if the other side passes.
/// Single stones come first (`second` is kNoCell), then pairs that contain none of them (`first` is
/// the smaller cell). Each group is in ascending order.
std::vector<Turn> sixes(const LineFeatures& features, Stone stone);

/// How many stones it takes to parry every six that `attacker` could make with two stones: 0, 1, 2, or 3 for more than two.
int stones_to_parry(const LineFeatures& features, Stone attacker) noexcept;

/// The empty cells of a window that its owner could fill in one turn: one or two, `second` is kNoCell for one.
struct Gap {
  Cell first;
  Cell second;

  bool has(Cell cell) const noexcept { return first == cell || second == cell; }
};

/// The ways to parry.
class Parries {
 public:
  static constexpr int kMaxSets = 4;

  /// As stones_to_parry().
  int needed() const noexcept { return needed_; }
  /// The minimal sets of at most two stones that parry everything: single stones first (`second` is kNoCell), pairs with
  /// first < second, each group ascending. Empty when nothing must be parried or two stones cannot.
  std::span<const Turn> sets() const noexcept { return {sets_.data(), static_cast<std::size_t>(count_)}; }

 private:
  friend Parries parries(std::span<const Gap> gaps) noexcept;
  void add(Turn set) noexcept;
  void sort() noexcept;

  int needed_ = 0;
  int count_ = 0;
  std::array<Turn, kMaxSets> sets_{};
};

/// All minimal ways to put a stone into each of `gaps`.
Parries parries(std::span<const Gap> gaps) noexcept;

/// All minimal ways to parry what `attacker` could do with two stones.
Parries parries(const LineFeatures& features, Stone attacker) noexcept;

}  // namespace trivium::connect6
