// How games ended by the value that the weights gave their positions, and the model of results (engine/chess/evaluation/expectation.h) that
// fits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/chess/evaluation/expectation.h"
#include "engine/core/outcome.h"

namespace trivium::learning::tdleaf {

/// Counts of positions by value and result, both from White's view. Values are counted in steps of 10 centipawns, those beyond 20 pawns
/// as 20 pawns, the most that the model's numbers can be.
class ResultsByValue {
 public:
  void add(double centipawns, Outcome for_white) noexcept;
  void merge(const ResultsByValue& more) noexcept;

  /// Positions of each result that a model needs: those of some two dozen games. Of fewer, whose positions stand and fall together, one
  /// game more would make another model, and of one result none at all there is no likeliest model: it runs off without an end.
  static constexpr std::uint64_t kMin = 2000;

  /// The model of maximum likelihood; the same for both sides. Nothing where the counts decide none: fewer than kMin of a result, no
  /// relation of value and result, or numbers that are not plausible().
  std::optional<ExpectationModel> fit() const;

 private:
  static constexpr int kStep = 10;  // centipawns
  static constexpr int kMax = static_cast<int>(chess::kMaxModelNumber);
  static constexpr std::size_t kValues = 2 * kMax / kStep + 1;

  static double value_of(std::size_t place) noexcept { return kStep * static_cast<double>(place) - kMax; }
  bool suffice() const noexcept;

  std::array<std::array<std::uint64_t, 3>, kValues> counts_{};  // by result: loss, draw, win
};

}  // namespace trivium::learning::tdleaf
