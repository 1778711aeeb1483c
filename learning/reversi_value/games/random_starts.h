// Beginnings of games of Reversi with random moves. No two lead to the same position, up to the
// eight symmetries of the board.
//
// The player is deterministic, so games that Trivium plays against itself differ only by their
// beginnings. Balanced openings are selected from such beginnings too (openings.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/rules/game.h"

namespace trivium::learning::reversi_value {

/// Returns the image of `position` whose discs are the lowest numbers, so that symmetric positions
/// have equal results. Requires: a board of 8.
reversi::Position canonical(const reversi::Position& position) noexcept;

class RandomStarts {
 public:
  /// Number of consecutive beginnings that lead to known positions, or end the game, after which
  /// the search for new ones ends.
  static constexpr int kMaxKnownInARow = 4096;

  /// The number of moves, without passes, is uniform in [min_plies, max_plies], and each move is
  /// uniform among the legal ones. Requires: 0 <= min_plies <= max_plies.
  RandomStarts(std::uint64_t seed, int min_plies, int max_plies) noexcept;

  /// Returns the next `count` beginnings; fewer if no new ones are found. If the next move of one
  /// is a forced pass, that is played. No game is over. The beginnings do not depend on how many
  /// are requested at once.
  std::vector<reversi::Game> next(std::size_t count);

 private:
  std::optional<reversi::Game> next_new();
  reversi::Game draw();

  Rng rng_;
  int min_plies_;
  int max_plies_;
  std::set<std::pair<reversi::Bitboard, reversi::Bitboard>> known_;  ///< own and other discs
};

}  // namespace trivium::learning::reversi_value
