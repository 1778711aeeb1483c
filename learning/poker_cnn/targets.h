// Training targets of a network at a decision: the action taken, or the policy of a teacher.
//
// A log has one sampled action per decision. A teacher (a CFR strategy) gives the probability of
// each action, also at decisions of other players, so that no expert games are needed and the
// targets have no sampling noise. The last section of paper 004 asks for it; Brown et al. 2019
// (Deep CFR) fit networks to average strategies in the same way.
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
  std::array<double, poker::kMaxRaiseSizes>
      sizes{};  ///< probability of each raise size; sums to that of raises, or to 0 without sizes
};

/// Returns the target with probability 1 on the action taken.
Target taken_target(const LoggedHands& hands, const Decision& decision,
                    std::span<const std::int32_t> sizes);

/// Returns the policy of `teacher` with the actor's cards; its raises are mapped to the nearest of
/// `sizes`. Requires: `teacher` supports the game.
Target taught_target(const LoggedHands& hands, const Decision& decision,
                     const poker::Policy& teacher, std::span<const std::int32_t> sizes);

/// The same for all decisions of some hands, computed once, since bucket lookups are slow.
/// Thread-safe: immutable.
class TaughtTargets {
 public:
  /// Requires: all arguments outlive this object. `numbers` are hands; `progress` is called with
  /// the number done.
  TaughtTargets(const LoggedHands& hands, std::span<const std::uint32_t> numbers,
                const poker::Policy& teacher, std::span<const std::int32_t> sizes,
                std::size_t threads, const WorkProgress& progress = {});

  /// Returns the target. Requires: a decision of one of those hands, with known cards of the actor.
  Target at(const Decision& decision) const noexcept;

 private:
  std::size_t width_;                ///< actions and sizes
  std::vector<std::size_t> places_;  ///< by hand of the log: of its first action
  std::vector<float> shares_;        ///< by place, then actions and sizes
};

}  // namespace trivium::learning::poker_cnn
