// Quality of the predictions of gammas (feature strengths): mean log-evidence, and the rank of the
// chosen move.
//
// Mean log-evidence is the mean of ln P(chosen move) over the states, in nats (paper 000, formula
// 9). If several candidates have equal strength, each of their ranks counts in equal parts, which
// is the expectation of a random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "learning/statistics/vectors.h"

namespace trivium::learning::btmm {

/// Sums over states.
struct EvidenceSums {
  std::uint64_t states = 0;
  double log_evidence = 0.0;
  double uniform = 0.0;  ///< log-evidence if all candidates are equally likely
  double first = 0.0;    ///< number of states in which the chosen move has rank 1
  /// Number of positions with only one legal move, which are not counted as states.
  std::uint64_t forced = 0;

  /// Mean log-evidence in nats; 0 without states.
  double mean() const noexcept {
    return states > 0 ? log_evidence / static_cast<double>(states) : 0.0;
  }
  double mean_uniform() const noexcept {
    return states > 0 ? uniform / static_cast<double>(states) : 0.0;
  }
  /// Factor that converts a mean over states to a mean over all moves, where forced moves have
  /// log-evidence 0. In (0, 1]. Requires: there is a state.
  double share_of_choices() const noexcept {
    return static_cast<double>(states) / static_cast<double>(states + forced);
  }
  EvidenceSums& operator+=(const EvidenceSums& other) noexcept {
    return statistics::add_fields(*this, other, &EvidenceSums::states, &EvidenceSums::log_evidence,
                                  &EvidenceSums::uniform, &EvidenceSums::first,
                                  &EvidenceSums::forced);
  }
};

struct Evaluation {
  EvidenceSums all;
  /// Element n is the number of states in which the chosen move has rank n + 1.
  std::vector<double> ranks;
  /// Element n sums over the states with n pieces (stones or discs) on the board.
  std::vector<EvidenceSums> by_pieces;

  auto fields() noexcept { return std::tie(all, ranks, by_pieces); }  ///< for learning::Transfer

  /// Counts a state of `sums`. `chosen` is the strength of its chosen move, `strength(i)` that of
  /// candidate i of `count`; the chosen move is among them. Requires: `count` is at most
  /// ranks.size().
  template <class Strength>
  void add_rank(double chosen, std::size_t count, const Strength& strength, EvidenceSums& sums);

  /// Adds an evaluation of other states. Requires: the vectors have equal sizes.
  Evaluation& operator+=(const Evaluation& other);
  /// Sets `all` to the sum of `by_pieces`.
  void sum_up() noexcept;

  /// Returns the share, in [0, 1], of states in which the chosen move ranks among the first
  /// `places`.
  double among_first(std::size_t places) const noexcept;
};

template <class Strength>
void Evaluation::add_rank(double chosen, std::size_t count, const Strength& strength,
                          EvidenceSums& sums) {
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

}  // namespace trivium::learning::btmm
