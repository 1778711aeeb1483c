// Quality of the predictions of gammas: mean log-evidence, and the rank of the chosen stone.
//
// Mean log-evidence is the mean of ln P(chosen stone) over the states (paper 000, formula 9);
// uniform choice gives -ln(empty cells), about -5.8 on 19x19. Ties in rank are counted in equal
// parts, which is the expectation of random order.
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
  double uniform = 0.0;  ///< the log-evidence of a player who picks any cell
  double first = 0.0;    ///< states in which the chosen stone stands first

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
  std::vector<double>
      ranks;  ///< states in which the chosen stone stands on place 1, 2, ...; as many as cells
  std::vector<EvidenceSums> by_stone;  ///< element n: of the states with n stones on the board

  /// Returns the share of states in which the chosen stone ranks among the first `places`, at least
  /// 1.
  double among_first(std::size_t places) const noexcept;
};

/// Evaluates `gammas` on the games of `role`. Same bits for any number of threads in `shards`.
Evaluation evaluate(const records::GameSet& games, records::Role role,
                    const connect6::PatternLayout& layout, std::span<const double> gammas,
                    const Shards& shards);

/// Returns only the mean log-evidence, which is faster.
double mean_log_evidence(const records::GameSet& games, records::Role role,
                         const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards);

}  // namespace trivium::learning::btmm
