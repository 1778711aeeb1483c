// What a network is to answer at a decision: the action that was taken, or what a teacher would do there.
//
// A log shows one action of each decision, by whoever sat there; a teacher, a strategy of counterfactual regret minimisation, tells how
// often he would do each, also where another played. So a network needs no experts' games, and no luck in them: the last section of paper
// 004 asks for it; Brown et al. 2019 (Deep CFR) fit a network to average strategies in the same way.
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
  std::array<double, poker::kNetworkActions> actions{};  ///< how often each is to come; sum to 1
  std::array<double, poker::kMaxRaiseSizes> sizes{};     ///< how often a raise of each size; sum to that of raises, or to 0 without sizes
};

/// All on the action that was taken.
Target taken_target(const LoggedHands& hands, const Decision& decision, std::span<const std::int32_t> sizes);

/// What `teacher`, who can play the game, would do there with the actor's cards. Its raises count for the nearest of `sizes`.
Target taught_target(const LoggedHands& hands, const Decision& decision, const poker::Policy& teacher, std::span<const std::int32_t> sizes);

/// The same for all decisions of some hands, worked out once, since a strategy looks long for its buckets. Immutable; any thread.
class TaughtTargets {
 public:
  /// All must outlive it. `numbers` are hands; `progress` is told how many of them are done.
  TaughtTargets(const LoggedHands& hands, std::span<const std::uint32_t> numbers, const poker::Policy& teacher,
                std::span<const std::int32_t> sizes, std::size_t threads, const WorkProgress& progress = {});

  /// Of a decision in one of those hands whose actor's cards are known.
  Target at(const Decision& decision) const noexcept;

 private:
  std::size_t width_;                ///< actions and sizes
  std::vector<std::size_t> places_;  ///< by hand of the log: of its first action
  std::vector<float> shares_;        ///< by place, then actions and sizes
};

}  // namespace trivium::learning::poker_cnn
