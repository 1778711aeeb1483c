// A Connect-6 game as training data: its positions, stored as the changes of features between them.
//
// A position has about a thousand pattern features, and a stone changes about fifty. Scores are
// therefore updated from stone to stone, and the gradient runs backwards over the same changes (the
// derivative by a feature is the sum of errors of all positions that have it). The cost of a pass
// is proportional to the changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/patterns/value_patterns.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::outcome {

/// Parameters: one per count (features.h), then one per ValuePattern; a line and its mirror image
/// share the smaller code.
using Parameters = std::vector<double>;
inline constexpr std::size_t kParameters = connect6::kFeatureCount + connect6::kValuePatterns;
constexpr std::size_t parameter_of(connect6::ValuePattern pattern) noexcept {
  if (pattern >= connect6::kLinePatterns) return connect6::kFeatureCount + pattern;
  const connect6::ValuePattern mirror = connect6::mirrored(pattern);
  return connect6::kFeatureCount + (mirror < pattern ? mirror : pattern);
}

class Tape {
 public:
  /// A position at the start of a turn of two stones, as the search compares them.
  struct Position {
    std::size_t stones = 0;  ///< on the board
    std::size_t side = 0;    ///< on move: 0 Black, 1 White
    double result = 0.0;     ///< for it: 1 won, 0 lost, 0.5 a draw
    bool decided = false;    ///< it can win at once, or cannot parry: the search asks no evaluation
    connect6::FeatureVector counts{};
  };

  /// Replaces the tape with the positions of `game` at the start of `turns` turns after the opening
  /// (0: all). Empty if the result is unknown. Without `patterns`, which is faster, only counts may
  /// be used afterwards.
  void read(const records::Connect6Game& game, std::size_t turns, bool patterns = true);

  std::span<const Position> positions() const noexcept { return positions_; }

  /// Returns the sum of the parameters of each position's features; without `patterns` only counts.
  void scores(const Parameters& parameters, bool patterns, std::vector<double>& scores) const;
  /// Adds to each parameter the sum of `errors` (one per position) times its feature.
  void add_errors(std::span<const double> errors, bool patterns, Parameters& gradient) const;

 private:
  struct Change {
    std::uint32_t parameter;
    std::int32_t by;
  };

  std::vector<Position> positions_;
  std::array<std::vector<Change>, 2> changes_;  // by side
  std::array<std::vector<std::size_t>, 2>
      ends_;  // by side and number of stones: how many changes had been made
  std::optional<connect6::ValuePatterns> board_;  // of the game being read
};

}  // namespace trivium::learning::outcome
