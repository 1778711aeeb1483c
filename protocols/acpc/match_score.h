// What a player has won so far, read off the states that the dealer shows him.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"

namespace trivium::acpc {

class MatchScore {
 public:
  /// A state came from the dealer. A finished hand counts once, however often its last state is repeated in a row. The error says why
  /// a finished hand cannot be scored (cards of the showdown are missing); it is not counted then.
  Status see(const poker::MatchState& state);

  std::uint64_t hands() const noexcept { return hands_; }
  double chips() const noexcept { return chips_; }
  /// Thousandths of a big blind a hand; 0 before the first one, nothing where the game has no blind.
  std::optional<double> mbb_per_hand() const noexcept;
  /// A hand was seen to begin, and not yet its end.
  bool in_hand() const noexcept { return in_hand_; }
  /// No state has come yet.
  bool empty() const noexcept { return !in_hand_ && !last_; }

 private:
  std::optional<poker::Hand> last_;  ///< the last finished one
  std::uint64_t hands_ = 0;
  double chips_ = 0;
  poker::Chips big_blind_ = 0;
  bool in_hand_ = false;
};

}  // namespace trivium::acpc
