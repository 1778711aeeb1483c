// A player's winnings so far, computed from the states that the dealer sends.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"

namespace trivium::acpc {

class MatchScore {
 public:
  /// Handles a state from the dealer. A finished hand counts once, even if its last state is
  /// repeated. Returns an error, without counting the hand, if cards of the showdown are missing.
  Status add(const poker::MatchState& state);

  std::uint64_t hands() const noexcept { return hands_; }
  /// Returns the chips won, below 0 for a loss.
  double chips() const noexcept { return chips_; }
  /// Returns thousandths of a big blind per hand; 0 before the first hand, nothing if the game has
  /// no blind.
  std::optional<double> mbb_per_hand() const noexcept;
  /// True if a hand has begun and not ended.
  bool in_hand() const noexcept { return in_hand_; }
  /// True if no state has come yet.
  bool empty() const noexcept { return !in_hand_ && !last_; }

 private:
  std::optional<poker::Hand> last_;  ///< the last finished hand
  std::uint64_t hands_ = 0;
  double chips_ = 0;
  poker::Chips big_blind_ = 0;
  bool in_hand_ = false;
};

}  // namespace trivium::acpc
