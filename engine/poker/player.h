// Who plays a seat: a policy and the dice that choose among its actions.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/poker/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// Immutable; any thread. Copies play alike.
class Player {
 public:
  Player(std::shared_ptr<const Policy> policy, std::uint64_t seed) : policy_(std::move(policy)), seed_(seed) {}

  const Policy& policy() const noexcept { return *policy_; }

  /// The action of the player to act, whose cards and the board must be known. The dice are a pure function of the seed, the number of the
  /// hand and how many actions it has seen, so that a state that comes again, in a resumed match too, gets the same answer.
  /// Parts of a match that number their hands from 0 each need seeds of their own, or they throw the same dice.
  Action choose(const Hand& hand) const;

 private:
  std::shared_ptr<const Policy> policy_;
  std::uint64_t seed_;
};

}  // namespace trivium::poker
