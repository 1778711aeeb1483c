// Training targets of a network at a decision: the action that was taken, or the policy of a
// teacher.
//
// A log has one sampled action per decision. A teacher (a CFR strategy) gives the probability of
// each action, also at decisions of other players. So no expert games are needed, and the targets
// have no sampling noise.
// Sources: Tang, Xu and Tan 2020, last section (paper 004), which proposes this; Brown and others
// 2019, "Deep Counterfactual Regret Minimization", which fits networks to average strategies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/network/network.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"
#include "learning/poker_cnn/decisions.h"

namespace trivium::learning::poker_cnn {

struct Target {
  std::array<double, poker::kNetworkActions> actions{};  ///< probability of each action; sums to 1
  /// Probability of each raise size. Sums to the probability of a raise, or to 0 if there are no
  /// sizes.
  std::array<double, poker::kMaxRaiseSizes> sizes{};
};

/// Returns the target with probability 1 for the action taken.
Target taken_target(const LoggedHands& hands, const Decision& decision,
                    std::span<const std::int32_t> sizes);

/// Returns the policy of `teacher` with the actor's cards. Its raises are mapped to the nearest of
/// `sizes`. Requires: `teacher` can play the game.
Target taught_target(const LoggedHands& hands, const Decision& decision,
                     const poker::Policy& teacher, std::span<const std::int32_t> sizes);

/// Stores taught_target() of all decisions in some hands, because a teacher may be slow. Immutable,
/// thread-safe.
class TaughtTargets {
 public:
  /// Computes the targets of the hands `numbers` with `threads` threads. Calls `progress` with the
  /// number of hands done. Targets are the same for any number of threads.
  TaughtTargets(const LoggedHands& hands, std::span<const std::uint32_t> numbers,
                const poker::Policy& teacher, std::span<const std::int32_t> sizes,
                std::size_t threads, const WorkProgress& progress = {});

  /// Returns the target of a decision. Requires: the decision is in one of these hands, and the
  /// actor's cards are known.
  Target at(const Decision& decision) const noexcept;

 private:
  std::size_t width_;                ///< number of actions and sizes
  std::vector<std::size_t> places_;  ///< index of the first action's row, by hand of the log
  std::vector<float> shares_;        ///< a row of probabilities for each action: actions, sizes
};

}  // namespace trivium::learning::poker_cnn
