// Counts of an opponent's actions by street, price of the bet and strength of the hand, and the
// replies expected from them.
//
// If the opponent showed its cards, its strength is known. Otherwise the decision is split among
// the classes of strength by their estimated probabilities, so that hands that were folded count
// too. A class with few decisions in a situation uses the frequencies of that situation as a prior,
// assuming that the worst holdings fold and the best raise, with some noise. A situation with few
// decisions uses those of similar situations, and these use typical players. Source: counts by
// street and strength are from the opponents in paper 004; counting by estimated probabilities is
// the expectation step of Dempster, Laird and Rubin (1977).
#pragma once

#include <array>
#include <cstddef>

#include "engine/poker/rules/betting.h"

namespace trivium::poker {

/// Number of classes of what a player faces: nothing to call, or a bet of one of three classes. A
/// bet's class depends on its price in no-limit games, on the number of raises in limit games.
inline constexpr std::size_t kFacings = 4;
/// Number of classes of strength: equal parts of all holdings, the weakest first.
inline constexpr std::size_t kStrengths = 6;

/// Returns the class that the player to act faces, in [0, kFacings); 0 if there is nothing to call.
std::size_t facing_of(const Betting& betting) noexcept;

/// Probabilities of fold, call and raise by class of strength; each row sums to 1.
using Replies = std::array<std::array<double, 3>, kStrengths>;

/// Probability of each class of strength; sums to 1.
using StrengthChances = std::array<double, kStrengths>;

/// A value type of some three kilobytes.
class ReplyCounts {
 public:
  /// Counts `action` of the player to act, whose strength has these probabilities.
  void add(const Betting& betting, Action action, const StrengthChances& strength) noexcept;

  /// Returns the expected replies of the player to act.
  Replies replies(const Betting& betting) const noexcept;

  /// Number of all counted decisions.
  double decisions() const noexcept { return decisions_; }
  /// Number of decisions in the situation of `betting`, plus a part of those in similar situations
  /// unless the player to act faces a no-limit bet above the pot.
  double familiarity(const Betting& betting) const noexcept;

 private:
  using Counts = std::array<double, 3>;  ///< folds, calls and raises
  struct Cell {
    Counts all{};
    std::array<Counts, kStrengths> by_strength{};
  };

  const Cell& cell(const Betting& betting) const noexcept {
    return cells_[static_cast<std::size_t>(betting.round())][facing_of(betting)];
  }
  Counts frequencies(const Betting& betting) const noexcept;

  std::array<std::array<Cell, kFacings>, kMaxRounds> cells_{};
  std::array<Counts, 2> similar_{};  ///< by "nothing to call" or not, over all streets and prices
  double decisions_ = 0;
};

}  // namespace trivium::poker
