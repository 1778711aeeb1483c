// A Connect-6 game as training data: its positions, stored as the changes of features between them.
//
// A position has about a thousand pattern features, and a stone changes about fifty of them. So
// scores are updated from stone to stone, and the gradient is computed backwards over the same
// changes (the derivative by a feature is the sum of errors of all positions that have it). The
// cost of a pass is proportional to the number of changes.
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

/// Parameters in log-odds: one per count (features.h), then one per ValuePattern. A line and its
/// mirror image share the parameter with the smaller index.
using Parameters = std::vector<double>;
inline constexpr std::size_t kParameters = connect6::kFeatureCount + connect6::kValuePatterns;
/// Returns the index of the parameter of a pattern.
constexpr std::size_t parameter_of(connect6::ValuePattern pattern) noexcept {
  if (pattern >= connect6::kLinePatterns) return connect6::kFeatureCount + pattern;
  const connect6::ValuePattern mirror = connect6::mirrored(pattern);
  return connect6::kFeatureCount + (mirror < pattern ? mirror : pattern);
}

class Tape {
 public:
  /// A position at the start of a turn of two stones.
  struct Position {
    std::size_t stones = 0;  ///< number of stones on the board
    std::size_t side = 0;    ///< side to move: 0 Black, 1 White
    double result = 0.0;     ///< for the side to move: 1 win, 0.5 draw, 0 loss
    /// True if the side to move can win at once or cannot parry all threats. The search does not
    /// evaluate such positions.
    bool decided = false;
    connect6::FeatureVector counts{};
  };

  /// Replaces the tape by the positions of `game` at the start of the first `turns` turns after the
  /// opening (0: all). The tape is empty if the result of the game is unknown. Without `patterns`
  /// this is faster, but then scores() and add_errors() can only use counts.
  void read(const records::Connect6Game& game, std::size_t turns, bool patterns = true);

  std::span<const Position> positions() const noexcept { return positions_; }

  /// Replaces `scores` by the score of each position: the sum of features times parameters, in
  /// log-odds. Without `patterns`, uses only counts.
  void scores(const Parameters& parameters, bool patterns, std::vector<double>& scores) const;
  /// Adds, for each parameter, the sum over positions of the error times the feature to `gradient`.
  /// `errors` has one number per position.
  void add_errors(std::span<const double> errors, bool patterns, Parameters& gradient) const;

 private:
  struct Change {
    std::uint32_t parameter;  ///< index of the parameter
    std::int32_t by;          ///< change of its feature
  };

  std::vector<Position> positions_;
  std::array<std::vector<Change>, 2> changes_;  // by side
  // By side and number of stones: number of changes made before.
  std::array<std::vector<std::size_t>, 2> ends_;
  std::optional<connect6::ValuePatterns> board_;  // board of the game being read
};

}  // namespace trivium::learning::outcome
