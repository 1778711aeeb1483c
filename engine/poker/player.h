// A player in a seat: a policy, what it has learned from the hands of the match, and the random
// numbers that choose among its actions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// Returns a finished hand as seen by the player at `viewer`: without cards that were not shown.
Hand as_seen_from(const Hand& hand, int viewer);

/// A value type. Copies play equally and learn separately. Thread-safe except for observe().
class Player {
 public:
  Player(std::shared_ptr<const Policy> policy, std::uint64_t seed)
      : policy_(std::move(policy)), experience_(policy_->fresh_experience()), seed_(seed) {}

  const Policy& policy() const noexcept { return *policy_; }
  /// True if observe() can change how it plays.
  bool learns() const noexcept { return experience_ != nullptr; }

  /// Returns the action of the player to act. The random number is a function of the seed, the
  /// number of the hand and the number of actions in it. So an equal state gets an equal answer,
  /// also in a resumed match; if the policy learns, only after the same hands. If the parts of a
  /// match each number their hands from 0, give them different seeds, or they use the same random
  /// numbers. Requires: the player's cards and the board are known; the hand is not finished.
  Action choose(const Hand& hand) const;

  /// Learns from a finished hand that was played at position `viewer`. Ignores cards that were not
  /// shown. Skips an unfinished hand and a hand whose number is not above the last one's, because a
  /// dealer may repeat a hand.
  void observe(const Hand& hand, int viewer);

 private:
  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Experience> experience_;  ///< null if the policy does not learn
  std::uint64_t seed_;
  std::optional<std::uint32_t> last_seen_;
};

}  // namespace trivium::poker
