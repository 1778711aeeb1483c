// Estimates what opponents may hold from their actions.
//
// Each action makes some holdings more probable. A typical player raises with good ones more often
// than with bad ones, the more so the larger the raise; calls a bet with average holdings rather
// than the worst; and may check anything. "Good" is the percentile rank of the holding: before the
// first board card by its chance against a random holding, later by its hand on the board of that
// time. No likelihood falls to zero, so that the raises of an opponent that raises with everything
// do not prove a good hand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/showdown_chances.h"

namespace trivium::poker {

/// Immutable, thread-safe.
class OpponentModel {
 public:
  /// Requires: `chances` outlives the model.
  explicit OpponentModel(const ShowdownChances& chances);

  /// Returns the ranges of all opponents still in the hand; opponents with equal ranges are
  /// combined.
  std::vector<OpponentRange> ranges(const PublicState& state) const;
  /// Returns these ranges without using any action.
  std::vector<OpponentRange> unknown(const PublicState& state) const;
  /// Returns the percentile rank of each holding on `board` (ties count half), scaled to kCertain;
  /// 0 for holdings that share a card with the board.
  std::vector<std::uint32_t> percentiles(std::span<const Card> board) const;

 private:
  const ShowdownChances& chances_;
  std::vector<std::uint32_t> preflop_percentiles_;  ///< before the first board card
};

}  // namespace trivium::poker
