// Counts game results by the evaluation of positions, and fits the model of results
// (engine/chess/evaluation/expectation.h) to these counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "engine/chess/evaluation/expectation.h"
#include "engine/core/outcome.h"

namespace trivium::learning::tdleaf {

/// Counts of positions by value and result, both from White's view. Values are rounded to multiples
/// of 10 centipawns and limited to 20 pawns (the maximum of the model's numbers).
class ResultsByValue {
 public:
  void add(double centipawns, Outcome for_white) noexcept;
  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(counts_); }

  /// Minimum number of positions of each result; about two dozen games have as many. With fewer the
  /// estimate is unstable; without any position of a result it diverges.
  static constexpr std::uint64_t kMin = 2000;

  /// Returns the maximum-likelihood model, symmetric in color, or nothing if the counts do not
  /// determine one: fewer than kMin of a result, no relation of value and result, or numbers that
  /// are not plausible().
  std::optional<ExpectationModel> fit() const;

 private:
  static constexpr int kStep = 10;  // centipawns
  static constexpr int kMax = static_cast<int>(chess::kMaxModelNumber);
  static constexpr std::size_t kValues = 2 * kMax / kStep + 1;

  static double value_of(std::size_t place) noexcept {
    return kStep * static_cast<double>(place) - kMax;
  }

  std::array<std::array<std::uint64_t, 3>, kValues> counts_{};  // by result: loss, draw, win
};

}  // namespace trivium::learning::tdleaf
