// Self-play games of the current weights against themselves or earlier weights. Every position is
// searched and stored for training.
//
// The authors of KnightCap found variety of games essential. It comes from a book, random first
// moves and earlier weights as opponents. A game depends only on the options, the openings, the
// generation, its number and the weights, not on the number of threads. Without random moves and
// earlier weights, all games from one opening are equal. If no sampled start is balanced, the least
// unbalanced one is used and counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "learning/records/searched_game.h"
#include "learning/tdleaf/games/openings.h"
#include "learning/tdleaf/games/position_searcher.h"

namespace trivium::learning::tdleaf {

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  SearchOptions search;
  int min_random_plies = 8;  ///< random plies after the opening: uniform in [min, max]
  int max_random_plies = 8;
  /// Maximum absolute search value of a start, in centipawns. Other starts are sampled again, up to
  /// 50 times.
  chess::Value max_imbalance = 300;
  int max_plies = 400;  ///< maximum length of a game; a longer one is a draw
  /// A side has won once its search value is at least this for four positions in a row, in
  /// centipawns. 0 = games are played to the end.
  chess::Value won_from = 10000;
  double earlier_share = 0.0;  ///< share of games against earlier weights, in [0, 1]
};

/// Current and earlier weights, from which the players of games are chosen.
struct Selves {
  std::shared_ptr<const chess::Weights> present;
  std::vector<std::shared_ptr<const chess::Weights>> earlier;
};

/// Plays and returns games [first, first + count) of a generation. If `unbalanced` is not null,
/// adds the number of games without a balanced start to it. Throws std::bad_alloc.
std::vector<records::SearchedGame> play_games(const Selves& selves, const Openings& openings,
                                              const SelfPlayOptions& options,
                                              std::uint64_t generation, std::uint64_t first,
                                              std::size_t count, std::size_t threads,
                                              std::uint64_t* unbalanced = nullptr);

/// Returns how many games to play in one call of play_games(): few enough for memory, and enough
/// that threads seldom wait for the last game.
constexpr std::size_t games_at_once(std::size_t threads) noexcept {
  return std::max<std::size_t>(256, 64 * threads);
}

}  // namespace trivium::learning::tdleaf
