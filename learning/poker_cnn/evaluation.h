// Accuracy and loss of predicted actions, by round and action. Networks and baselines share it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "engine/core/add_fields.h"
#include "engine/poker/network/network.h"
#include "engine/poker/rules/betting.h"
#include "learning/harness/shards.h"
#include "learning/harness/work_items.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/statistics/evidence.h"

namespace trivium::learning::poker_cnn {

inline constexpr std::size_t kActions = poker::kNetworkActions;
using Chances = std::array<double, kActions>;

struct Accuracy {
  std::uint64_t right = 0;  ///< number of right predictions
  std::uint64_t of = 0;     ///< number of predictions

  /// Returns the fraction of right predictions; 0 if there are none.
  double share() const noexcept { return statistics::mean_of(static_cast<double>(right), of); }
  Accuracy& operator+=(const Accuracy& more) noexcept {
    return add_fields(*this, more, &Accuracy::right, &Accuracy::of);
  }
};

/// Quality of predictions. A prediction is right if its most probable legal action is the most
/// probable action of the target: the action taken or, with a teacher, the teacher's most probable
/// action.
struct Evaluation {
  std::array<std::array<Accuracy, kActions>, poker::kMaxRounds> by_round{};  ///< [round][action]
  double loss = 0;     ///< cross entropy with the targets, in nats; a sum, or a mean after mean()
  double minimum = 0;  ///< minimum of `loss`: entropy of the targets; 0 without a teacher

  /// Adds a decision in `betting` with the prediction `answer`. Probabilities of illegal actions
  /// increase the loss. Requires: `answer` and `target` sum to 1.
  void add(const poker::Betting& betting, const Chances& answer, const Chances& target) noexcept;
  auto fields() noexcept { return std::tie(by_round, loss, minimum); }  ///< for Shards::sum()
  /// Returns a copy whose losses are means. Requires: losses are sums.
  Evaluation mean() const noexcept;

  /// Returns the accuracy over all rounds and actions.
  Accuracy all() const noexcept;
};

/// Returns for each ActionType whether it is legal. Requires: the betting is not finished.
std::array<bool, kActions> legal_actions(const poker::Betting& betting) noexcept;

/// Returns shards of about 256 decisions, so that sums are the same for any number of threads.
Shards evaluation_shards(std::size_t decisions, std::size_t threads);

/// Evaluates the predictions of `network` for the actions taken. Returns the same result for any
/// number of threads. `progress` receives the number of decisions done.
Evaluation evaluate(const poker::Network& network, const LoggedHands& hands,
                    std::span<const Decision> decisions, std::size_t threads,
                    const WorkProgress& progress = {});

}  // namespace trivium::learning::poker_cnn
