// Exact tactics of one turn: the stones that win now, and the stones that parry every win that the
// opponent threatens.
//
// A side wins with a turn of two stones if a window holds four or five of its stones and none of
// the opponent. To parry, the other side needs a stone in each such window. Such a window has at
// most two empty cells, so at most two cells parry alone and at most four minimal pairs parry; all
// are listed.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::connect6 {

/// Returns the stones with which `stone` wins at once by placing `stones_left` (1 or 2) stones.
/// Uses the fewest stones, then the first window. With one stone, `second` is kNoCell.
std::optional<Turn> winning_turn(const LineFeatures& features, Stone stone,
                                 int stones_left) noexcept;

/// True if winning_turn() has a value.
bool can_win(const LineFeatures& features, Stone stone, int stones_left) noexcept;

/// Returns all sets of one or two cells that complete six for `stone` if the other side passes.
/// Single stones come first (`second` is kNoCell), then pairs that contain none of them (`first` is
/// the smaller cell). Each group is in ascending order.
std::vector<Turn> sixes(const LineFeatures& features, Stone stone);

/// Number of stones needed to parry every six that `attacker` could make with two stones: 0, 1, 2,
/// or 3 for more than two.
int stones_to_parry(const LineFeatures& features, Stone attacker) noexcept;

/// The empty cells of a window that its owner could fill in one turn. `second` is kNoCell if there
/// is only one.
struct Gap {
  Cell first;
  Cell second;

  bool has(Cell cell) const noexcept { return first == cell || second == cell; }
};

/// The minimal parries of a set of threats.
class Parries {
 public:
  static constexpr int kMaxSets = 4;

  /// Number of stones needed: 0, 1, 2, or 3 for more than two.
  int stones_needed() const noexcept { return needed_; }
  /// Minimal sets of at most two stones that parry everything: single stones first (`second` is
  /// kNoCell), then pairs with first < second, each group ascending. Empty if there is nothing to
  /// parry or two stones cannot parry it.
  std::span<const Turn> sets() const noexcept {
    return {sets_.data(), static_cast<std::size_t>(count_)};
  }

 private:
  friend Parries parries(std::span<const Gap> gaps) noexcept;
  void add(Turn set) noexcept;
  void sort() noexcept;

  int needed_ = 0;
  int count_ = 0;
  std::array<Turn, kMaxSets> sets_{};
};

/// Returns all minimal ways to put a stone into each of `gaps`.
Parries parries(std::span<const Gap> gaps) noexcept;

/// Returns all minimal ways to parry what `attacker` could do with two stones.
Parries parries(const LineFeatures& features, Stone attacker) noexcept;

}  // namespace trivium::connect6
