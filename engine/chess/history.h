// How often a quiet move has cut off elsewhere in the tree, by colour, from and to ("butterfly" history heuristic, Schaeffer 1989).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/chess/rules/types.h"

namespace trivium::chess {

class History {
 public:
  static constexpr int kLimit = 16384;  ///< no score is larger in size

  int score(Color color, Move move) const noexcept { return scores_[slot(color, move)]; }

  /// Moves the score towards kLimit or -kLimit; the nearer it is, the less ("gravity"), so that old successes fade.
  void update(Color color, Move move, int bonus) noexcept {
    std::int16_t& value = scores_[slot(color, move)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kLimit);
  }

  void clear() noexcept { scores_.fill(0); }
  /// Halves all scores: what the last search learned is a hint for the next one.
  void age() noexcept {
    for (std::int16_t& value : scores_) value = static_cast<std::int16_t>(value / 2);
  }

 private:
  static std::size_t slot(Color color, Move move) noexcept {
    return static_cast<std::size_t>((index(color) * 64 + index(move.from())) * 64 + index(move.to()));
  }

  std::array<std::int16_t, std::size_t{2} * 64 * 64> scores_{};
};

}  // namespace trivium::chess
