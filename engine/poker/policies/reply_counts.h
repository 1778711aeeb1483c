// What an opponent did, counted by street, by what he faced and by how strong he was; and what he is therefore expected to do next time.
//
// Where he showed his cards his strength is known; elsewhere the decision counts for each class of strength as far as he is believed to
// have held it, so that nothing is left out: hands that are folded never are shown. A class in a situation that came seldom leans on the
// frequencies of that situation, taken to be folds of the worst and raises of the best holdings with some of everything mixed in; a
// situation that came seldom leans on all that are like it, and those on what ordinary players do.
// Source: counts by street and strength are those of the opponents of paper 004; counting by belief is the expectation step of Dempster,
// Laird and Rubin (1977).
#pragma once

#include <array>
#include <cstddef>

#include "engine/poker/rules/betting.h"

namespace trivium::poker {

/// What somebody who is to act faces: nothing to call, or a bet by its price. In limit games prices tell how often it was raised.
inline constexpr std::size_t kFacings = 4;
/// Classes of strength: equal parts of all holdings, the weakest first.
inline constexpr std::size_t kStrengths = 6;

std::size_t facing_of(const Betting& betting) noexcept;

/// The chances of fold, call and raise, by class of strength; each row adds up to 1.
using Replies = std::array<std::array<double, 3>, kStrengths>;

/// How likely each class of strength is; adds up to 1.
using StrengthChances = std::array<double, kStrengths>;

/// A value of some three kilobytes.
class ReplyCounts {
 public:
  /// The player to act in `betting` took `action` with a strength that is as likely as that.
  void add(const Betting& betting, Action action, const StrengthChances& strength) noexcept;

  /// What is expected of the player to act in `betting`.
  Replies replies(const Betting& betting) const noexcept;

  /// All decisions counted.
  double decisions() const noexcept { return decisions_; }
  /// Those in the situation of `betting`, and some credit for those that are like it; none for bets of more than the pot.
  double familiarity(const Betting& betting) const noexcept;

 private:
  using Counts = std::array<double, 3>;  ///< of folds, calls and raises
  struct Cell {
    Counts all{};
    std::array<Counts, kStrengths> by_strength{};
  };

  const Cell& cell(const Betting& betting) const noexcept { return cells_[static_cast<std::size_t>(betting.round())][facing_of(betting)]; }
  Counts frequencies(const Betting& betting) const noexcept;

  std::array<std::array<Cell, kFacings>, kMaxRounds> cells_{};
  std::array<Counts, 2> alike_{};  ///< nothing to call, or something, whatever the street and the price
  double decisions_ = 0;
};

}  // namespace trivium::poker
