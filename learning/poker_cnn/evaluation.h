// Accuracy and loss of action predictions by round and action, for networks and baselines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/poker/network/network.h"
#include "engine/poker/rules/betting.h"
#include "learning/harness/shards.h"
#include "learning/harness/work_items.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/statistics/sums.h"

namespace trivium::learning::poker_cnn {

inline constexpr std::size_t kActions = poker::kNetworkActions;
using Chances = std::array<double, kActions>;

struct Accuracy {
  std::uint64_t right = 0;
  std::uint64_t of = 0;

  double share() const noexcept {
    return of == 0 ? 0 : static_cast<double>(right) / static_cast<double>(of);
  }
  Accuracy& operator+=(const Accuracy& more) noexcept {
    return statistics::add_fields(*this, more, &Accuracy::right, &Accuracy::of);
  }
};

/// A prediction is right if its most likely legal action is the one taken or, with a teacher, the
/// teacher's most likely.
struct Evaluation {
  std::array<std::array<Accuracy, kActions>, poker::kMaxRounds> by_round{};
  double loss = 0;   ///< mean cross entropy with the target, in nats; the sum before mean()
  double least = 0;  ///< minimum loss (the target's entropy); 0 without a teacher

  /// Adds a decision in `betting` where `answer` predicts `target`. Requires: both sum to 1.
  /// Probability given to illegal actions increases the loss.
  void add(const poker::Betting& betting, const Chances& answer, const Chances& target) noexcept;
  void merge(const Evaluation& other) noexcept;
  /// Converts sums to means.
  Evaluation mean() const noexcept;

  Accuracy all() const noexcept;
};

/// Returns the legal actions by number of ActionType. Requires: the betting is not finished.
std::array<bool, kActions> legal_actions(const poker::Betting& betting) noexcept;

/// Returns the legal action with the highest score; ties prefer a call, else the first.
std::size_t best_legal(const Chances& scores, const std::array<bool, kActions>& legal) noexcept;

/// Returns shards of about 256 decisions, so that sums are equal for any number of threads.
Shards evaluation_shards(std::size_t decisions, std::size_t threads);

/// Evaluates `network` on the actions taken. Same result for any number of threads. `progress`
/// receives the number of decisions done.
Evaluation evaluate(const poker::Network& network, const LoggedHands& hands,
                    std::span<const Decision> decisions, std::size_t threads,
                    const WorkProgress& progress = {});

}  // namespace trivium::learning::poker_cnn
