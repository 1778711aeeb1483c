// What an opponent did, counted by street, by what he faced and, where he showed his cards, by how strong he was; and what he is therefore
// expected to do next time.
//
// How often he folds, calls and raises in a situation is counted in all hands. What he does it with is counted where the cards were shown;
// until there are enough of those he is taken to fold the worst and to raise the best of what he holds, with some of everything mixed in.
// A situation that came seldom leans on all that are like it, and those on what ordinary players do.
// Source: counts by street and strength are those of the opponents of paper 004; leaning on ever wider classes is Bayes' rule with a prior.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/poker/rules/betting.h"

namespace trivium::poker {

/// What somebody who is to act faces: nothing to call, or a bet by its price. In limit games prices tell how often it was raised.
inline constexpr std::size_t kFacings = 4;
/// Classes of strength: equal parts of all holdings, the weakest first.
inline constexpr std::size_t kStrengths = 6;

std::size_t facing_of(const Betting& betting) noexcept;

/// The chances of fold, call and raise, by class of strength; each row adds up to 1.
using Replies = std::array<std::array<double, 3>, kStrengths>;

/// A value of two kilobytes.
class ReplyCounts {
 public:
  static constexpr std::size_t kNotShown = kStrengths;

  /// The player to act in `betting` took `action` with a holding of class `strength`, or kNotShown.
  void add(const Betting& betting, Action action, std::size_t strength) noexcept;

  /// What is expected of the player to act in `betting`.
  Replies replies(const Betting& betting) const noexcept;

  /// All decisions counted.
  double decisions() const noexcept { return decisions_; }
  /// Those in the situation of `betting`, and some credit for those that are like it.
  double familiarity(const Betting& betting) const noexcept;

 private:
  using Counts = std::array<double, 3>;  ///< of folds, calls and raises
  struct Cell {
    Counts all{};
    std::array<Counts, kStrengths> shown{};
  };

  const Cell& cell(const Betting& betting) const noexcept { return cells_[static_cast<std::size_t>(betting.round())][facing_of(betting)]; }
  Counts frequencies(const Betting& betting) const noexcept;

  std::array<std::array<Cell, kFacings>, kMaxRounds> cells_{};
  std::array<Counts, 2> alike_{};  ///< nothing to call, or something, whatever the street and the price
  double decisions_ = 0;
};

}  // namespace trivium::poker
