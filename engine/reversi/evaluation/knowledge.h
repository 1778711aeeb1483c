// Knowledge of the Reversi player: the learned evaluation and the strengths of moves. Immutable and
// shared by all players.
#pragma once

#include <memory>

namespace trivium::reversi {

class PatternValue;
class PatternStrengths;

/// Both may be null. Without a value, the player evaluates by mobility. Boards of 4 and 6 never use
/// the knowledge, which is for boards of 8.
struct Knowledge {
  std::shared_ptr<const PatternValue> value;       ///< final difference of discs, by patterns
  std::shared_ptr<const PatternStrengths> priors;  ///< move probabilities, for the order of moves

  /// True if both hold the same objects.
  bool operator==(const Knowledge&) const = default;
};

}  // namespace trivium::reversi
