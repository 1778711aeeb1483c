// Who plays a seat: a policy, what it has learned from the hands of the match, and the dice that choose among its actions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// A finished hand as the player at `viewer` saw it: without cards that nobody showed.
Hand as_seen_from(const Hand& hand, int viewer);

/// A value; copies play alike, and each learns on its own. Without a call of observe() any thread may ask.
class Player {
 public:
  Player(std::shared_ptr<const Policy> policy, std::uint64_t seed)
      : policy_(std::move(policy)), experience_(policy_->fresh_experience()), seed_(seed) {}

  const Policy& policy() const noexcept { return *policy_; }
  /// True if observe() can change how it plays.
  bool learns() const noexcept { return experience_ != nullptr; }

  /// The action of the player to act, whose cards and the board must be known. The dice are a pure function of the seed, the number of the
  /// hand and how many actions it has seen, so that a state that comes again, in a resumed match too, gets the same answer; where the
  /// policy learns, as long as it has seen the same hands.
  /// Parts of a match that number their hands from 0 each need seeds of their own, or they throw the same dice.
  Action choose(const Hand& hand) const;

  /// Learns from a finished hand that was played at position `viewer`. What cannot be seen from there is not looked at: cards that nobody
  /// showed. A hand that is not finished, or whose number is not above the last one's, is passed over: a dealer may repeat itself.
  void observe(const Hand& hand, int viewer);

 private:
  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Experience> experience_;  ///< null where the policy learns nothing
  std::uint64_t seed_;
  std::optional<std::uint32_t> last_seen_;
};

}  // namespace trivium::poker
