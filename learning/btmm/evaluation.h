// Quality of the predictions of gammas (pattern strengths): mean log-evidence, and the rank of the
// chosen stone.
//
// A state is a position in which a stone is chosen. Mean log-evidence is the mean of ln P(chosen
// stone) over the states, in nats (paper 000, formula 9). Uniform choice gives -ln(empty cells),
// about -5.8 on 19x19. If several cells have equal strength, each of their ranks counts in equal
// parts, which is the expectation of a random order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/harness/shards.h"
#include "learning/records/game_set.h"
#include "learning/statistics/sums.h"

namespace trivium::learning::btmm {

/// Sums over states.
struct EvidenceSums {
  std::uint64_t states = 0;
  double log_evidence = 0.0;
  double uniform = 0.0;  ///< log-evidence if all empty cells are equally likely
  double first = 0.0;    ///< number of states in which the chosen stone has rank 1

  /// Mean log-evidence in nats; 0 without states.
  double mean() const noexcept {
    return states > 0 ? log_evidence / static_cast<double>(states) : 0.0;
  }
  double mean_uniform() const noexcept {
    return states > 0 ? uniform / static_cast<double>(states) : 0.0;
  }
  EvidenceSums& operator+=(const EvidenceSums& other) noexcept {
    return statistics::add_fields(*this, other, &EvidenceSums::states, &EvidenceSums::log_evidence,
                                  &EvidenceSums::uniform, &EvidenceSums::first);
  }
};

struct Evaluation {
  EvidenceSums all;
  /// Element n is the number of states in which the chosen stone has rank n + 1. One element per
  /// cell.
  std::vector<double> ranks;
  /// Element n sums over the states with n stones on the board. One element per cell.
  std::vector<EvidenceSums> by_stone;

  /// Returns the share, in [0, 1], of states in which the chosen stone ranks among the first
  /// `places`.
  double among_first(std::size_t places) const noexcept;
};

/// Evaluates `gammas` on the games of `role`. Requires: one positive gamma per feature of
/// layout.set(). The result has the same bits for any number of threads in `shards`.
Evaluation evaluate(const records::GameSet& games, records::Role role,
                    const connect6::PatternLayout& layout, std::span<const double> gammas,
                    const Shards& shards);

/// Returns only the mean log-evidence, in nats; 0 if no game has this role. Faster than evaluate().
double mean_log_evidence(const records::GameSet& games, records::Role role,
                         const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards);

}  // namespace trivium::learning::btmm
