// What a network has to beat: guesses of the next action that need no picture.
//
// One always names the most frequent action; the other is a logistic regression on the strength of the hand and the price of a call, with
// the round and whether there is a bet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/network.h"
#include "learning/poker_cnn/decisions.h"

namespace trivium::learning::poker_cnn {

inline constexpr std::size_t kActions = poker::kNetworkActions;

struct Accuracy {
  std::uint64_t right = 0;
  std::uint64_t of = 0;

  double share() const noexcept { return of == 0 ? 0 : static_cast<double>(right) / static_cast<double>(of); }
};

/// Which actions are legal in a betting that is not over, by number of ActionType.
std::array<bool, kActions> legal_actions(const poker::Betting& betting) noexcept;

/// The legal action with the highest score; of equal ones a call, else the first.
std::size_t best_legal(const std::array<double, kActions>& scores, const std::array<bool, kActions>& legal) noexcept;

/// The most frequent action of those that are legal. Immutable.
class FrequencyModel {
 public:
  FrequencyModel(const LoggedHands& hands, std::span<const Decision> train);

  Accuracy accuracy(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<std::uint64_t, kActions> taken_{};
};

/// Multinomial logistic regression by Newton's method, without chance. Immutable.
class OddsModel {
 public:
  /// 1; strength; price of a call as part of the pot with it; whether there is a bet; strength where there is one; strength squared; flop,
  /// turn, river.
  static constexpr std::size_t kFeatures = 9;
  using Features = std::array<double, kFeatures>;

  OddsModel(const LoggedHands& hands, std::span<const Decision> train);

  Accuracy accuracy(const LoggedHands& hands, std::span<const Decision> test) const;

 private:
  std::array<Features, kActions> weights_{};
};

}  // namespace trivium::learning::poker_cnn
