// A Connect-6 game as the learner "outcome" goes through it: the positions that it learns from, and between them only what changed.
//
// A position has a thousand pattern features, and a stone changes some fifty of them: scores are carried from stone to stone, and the
// gradient runs over the same changes backwards (what a feature is blamed for is the sum of the errors of all positions from its coming
// on). So a pass costs what changed.
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

/// One number for each count (features.h) and then for each ValuePattern; of a line and its mirror image the smaller code's is used.
using Parameters = std::vector<double>;
inline constexpr std::size_t kParameters = connect6::kFeatureCount + connect6::kValuePatterns;
constexpr std::size_t parameter_of(connect6::ValuePattern pattern) noexcept {
  if (pattern >= connect6::kLinePatterns) return connect6::kFeatureCount + pattern;
  const connect6::ValuePattern mirror = connect6::mirrored(pattern);
  return connect6::kFeatureCount + (mirror < pattern ? mirror : pattern);
}

class Tape {
 public:
  /// A position at which a turn of two stones begins: what a search over whole turns compares.
  struct Position {
    std::size_t stones = 0;  ///< on the board
    std::size_t side = 0;    ///< on move: 0 Black, 1 White
    double result = 0.0;     ///< for it: 1 won, 0 lost, 0.5 a draw
    bool decided = false;    ///< it can win at once, or cannot parry: the search asks no evaluation
    connect6::FeatureVector counts{};
  };

  /// Replaces what was there by the positions of `game` at which `turns` turns begin, from the opening's end on (0: all of them). A game
  /// without a known result has none. Without `patterns`, which is quicker, only the counts may be asked for afterwards.
  void read(const records::Connect6Game& game, std::size_t turns, bool patterns = true);

  std::span<const Position> positions() const noexcept { return positions_; }

  /// The sum of the parameters of each position's features. With `patterns` false only the counts.
  void scores(const Parameters& parameters, bool patterns, std::vector<double>& scores) const;
  /// Adds to each parameter the sum of `errors` (one for each position) times its feature.
  void add_errors(std::span<const double> errors, bool patterns, Parameters& gradient) const;

 private:
  struct Change {
    std::uint32_t parameter;
    std::int32_t by;
  };

  std::vector<Position> positions_;
  std::array<std::vector<Change>, 2> changes_;    // by side
  std::array<std::vector<std::size_t>, 2> ends_;  // by side and number of stones: how many changes had been made
  std::optional<connect6::ValuePatterns> board_;  // of the game being read
};

}  // namespace trivium::learning::outcome
