// How well actions are foretold, by round and action: of a network, or of whatever it has to beat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/poker/network/network.h"
#include "engine/poker/rules/betting.h"
#include "learning/harness/shards.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/statistics/sums.h"

namespace trivium::learning::poker_cnn {

inline constexpr std::size_t kActions = poker::kNetworkActions;
using Chances = std::array<double, kActions>;

struct Accuracy {
  std::uint64_t right = 0;
  std::uint64_t of = 0;

  double share() const noexcept { return of == 0 ? 0 : static_cast<double>(right) / static_cast<double>(of); }
  Accuracy& operator+=(const Accuracy& more) noexcept { return statistics::add_fields(*this, more, &Accuracy::right, &Accuracy::of); }
};

/// The likeliest legal action counts. By round and action, which is the one taken or, with a teacher, his likeliest.
struct Evaluation {
  std::array<std::array<Accuracy, kActions>, poker::kMaxRounds> by_round{};
  double loss = 0;   ///< mean cross entropy of the target's actions, nats; before mean() its sum
  double least = 0;  ///< the same of who answers just the target: 0 without a teacher

  /// A decision in `betting`: `answer` foretells `target`; both sum to 1. What `answer` gives to what is not legal is lost to its loss.
  void add(const poker::Betting& betting, const Chances& answer, const Chances& target) noexcept;
  void merge(const Evaluation& other) noexcept;
  /// From sums to means.
  Evaluation mean() const noexcept;

  Accuracy all() const noexcept;
};

/// Which actions are legal in a betting that is not over, by number of ActionType.
std::array<bool, kActions> legal_actions(const poker::Betting& betting) noexcept;

/// The legal action with the highest score; of equal ones a call, else the first.
std::size_t best_legal(const Chances& scores, const std::array<bool, kActions>& legal) noexcept;

/// Some 256 decisions each: whoever evaluates so gets equal sums for any number of threads.
Shards evaluation_shards(std::size_t decisions, std::size_t threads);

/// Of the actions taken, by a network as the engine evaluates it. Equal for any number of threads.
Evaluation evaluate(const poker::Network& network, const LoggedHands& hands, std::span<const Decision> decisions, std::size_t threads);

}  // namespace trivium::learning::poker_cnn
