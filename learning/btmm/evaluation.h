// Quality of the predictions of gammas (feature strengths): mean log-evidence, and the rank of the
// chosen move.
//
// Mean log-evidence is the mean of ln P(chosen move) over the states, in nats (paper 000, formula
// 9). If several candidates have equal strength, each of their ranks counts in equal parts, which
// is the expectation of a random order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "learning/statistics/evidence.h"

namespace trivium::learning::btmm {

using statistics::ChoiceEvidence;

struct Evaluation {
  ChoiceEvidence all;
  /// Element n is the number of states in which the chosen move has rank n + 1.
  std::vector<double> ranks;
  /// Element n sums over the states with n pieces (stones or discs) on the board.
  std::vector<ChoiceEvidence> by_pieces;
  /// Number of positions with only one legal move, which are not counted as states.
  std::uint64_t forced = 0;

  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(all, ranks, by_pieces, forced); }

  /// Counts a state of `sums`. `chosen` is the strength of its chosen move, `strength(i)` that of
  /// candidate i of `count`; the chosen move is among them. Requires: `count` is at most
  /// ranks.size().
  template <class Strength>
  void add_rank(double chosen, std::size_t count, const Strength& strength, ChoiceEvidence& sums) {
    // Maximum relative difference of a tie. Products of the same gammas in another order differ by
    // less.
    constexpr double kTie = 1e-12;
    const double above = chosen * (1.0 + kTie);
    const double below = chosen * (1.0 - kTie);
    std::size_t stronger = 0;
    std::size_t equal = 0;  // includes the chosen move
    for (std::size_t i = 0; i < count; ++i) {
      const double other = strength(i);
      stronger += other > above ? 1 : 0;
      equal += other >= below && other <= above ? 1 : 0;
    }
    const double part = 1.0 / static_cast<double>(equal);
    for (std::size_t place = stronger; place < stronger + equal; ++place) ranks[place] += part;
    if (stronger == 0) sums.first += part;
  }

  /// Sets `all` to the sum of `by_pieces`.
  void sum_up() noexcept { all = statistics::total_of(by_pieces); }

  /// Returns the share, in [0, 1], of states in which the chosen move ranks among the first
  /// `places`.
  double among_first(std::size_t places) const noexcept {
    double states = 0.0;
    for (std::size_t place = 0; place < std::min(places, ranks.size()); ++place)
      states += ranks[place];
    return statistics::mean_of(states, all.cases);
  }
  /// Factor that converts a mean over states to a mean over all moves, where forced moves have
  /// log-evidence 0. In [0, 1].
  double share_of_choices() const noexcept {
    return statistics::mean_of(static_cast<double>(all.cases), all.cases + forced);
  }
};

}  // namespace trivium::learning::btmm
