// What opponents may hold, judged by what they have done.
//
// Each action makes some holdings likelier than others: a player of ordinary sense raises with good ones more often than with bad ones, the
// more so the larger the raise, calls a bet with the middling rather than the worst, and may check anything. "Good" is the holding's
// standing among all: before the first board card by its chance against a random holding, later by what it makes on the board as it lay.
// No likelihood falls to zero, so that an opponent who raises with everything is doubted, not believed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/showdown_chances.h"

namespace trivium::poker {

/// Immutable; any thread.
class OpponentModel {
 public:
  /// `chances` must outlive the model.
  explicit OpponentModel(const ShowdownChances& chances);

  /// The ranges of all opponents of the player to act who are still in the hand; those with equal ranges are drawn together.
  std::vector<OpponentRange> ranges(const PublicState& state) const;
  /// The same before anything is known of them.
  std::vector<OpponentRange> unknown(const PublicState& state) const;
  /// By number: the part of all holdings that are worse on `board`, equal ones by half; kCertain is all. 0 for those that share a card
  /// with it.
  std::vector<std::uint32_t> standings(std::span<const Card> board) const;

 private:
  const ShowdownChances& chances_;
  std::vector<std::uint32_t> first_standings_;  ///< before the first board card
};

}  // namespace trivium::poker
