// Self-play games against the current and earlier weights; every position is searched and stored
// for training.
//
// The KnightCap authors found variety essential: a book, random first moves, other opponents than
// the current weights. A game depends only on seed, generation, its number and the weights, so any
// number of threads gives the same games. Without random moves and earlier weights, all games from
// one opening are equal. If no sampled start is balanced, the least unbalanced one is used and
// counted.
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
  int fewest_random_plies =
      8;  ///< random moves behind the opening: between these two, any number as likely
  int most_random_plies = 8;
  chess::Value most_unbalanced =
      300;               ///< starts above this search value are sampled again, up to 50 times
  int most_plies = 400;  ///< longer games are a draw
  chess::Value won_from = 10000;  ///< a game whose search value stays beyond for four positions is
                                  ///< won; 0 = games are played out
  double earlier_share = 0.0;     ///< of the games, those against an earlier self, 0..1
};

/// Current and earlier weights, from which the players of games are chosen.
struct Selves {
  std::shared_ptr<const chess::Weights> present;
  std::vector<std::shared_ptr<const chess::Weights>> earlier;
};

/// Games [first, first + count) of a generation. Adds to `unbalanced`, if any, the number without a
/// balanced start. Throws std::bad_alloc.
std::vector<records::SearchedGame> play_games(const Selves& selves, const Openings& openings,
                                              const SelfPlayOptions& options,
                                              std::uint64_t generation, std::uint64_t first,
                                              std::size_t count, std::size_t threads,
                                              std::uint64_t* unbalanced = nullptr);

/// How many games to ask for at once, so that memory stays small and no thread waits long for the
/// others at the end.
constexpr std::size_t games_at_once(std::size_t threads) noexcept {
  return std::max<std::size_t>(256, 64 * threads);
}

}  // namespace trivium::learning::tdleaf
