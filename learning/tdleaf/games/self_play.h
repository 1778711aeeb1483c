// Games of the engine against itself and its earlier selves, every position searched and kept for learning.
//
// The KnightCap authors found that variety decides: a book, random moves at the start, opponents other than the present self. A game
// depends on seed, generation, its number and the weights only, so that any number of threads gives the same games. Without random moves
// and earlier selves games from one opening are one game. The random moves stay where a balanced start is not found: then the least
// unbalanced of those that were drawn is taken, and told of.
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
  int fewest_random_plies = 8;  ///< random moves behind the opening: between these two, any number as likely
  int most_random_plies = 8;
  chess::Value most_unbalanced = 300;  ///< after them; a start that a search finds more unbalanced is drawn anew, up to 50 times
  int most_plies = 400;                ///< longer games are a draw
  chess::Value won_from = 10000;       ///< a game whose search value stays beyond for four positions is won; 0 = games are played out
  double earlier_share = 0.0;          ///< of the games, those against an earlier self, 0..1
};

/// Who can play.
struct Selves {
  std::shared_ptr<const chess::Weights> present;
  std::vector<std::shared_ptr<const chess::Weights>> earlier;
};

/// Games [first, first + count) of a generation. `unbalanced`, if any, is raised by how many of them no balanced start was found for.
/// Throws std::bad_alloc.
std::vector<records::SearchedGame> play_games(const Selves& selves, const Openings& openings, const SelfPlayOptions& options,
                                              std::uint64_t generation, std::uint64_t first, std::size_t count, std::size_t threads,
                                              std::uint64_t* unbalanced = nullptr);

/// How many games to ask for at once, so that memory stays small and no thread waits long for the others at the end.
constexpr std::size_t games_at_once(std::size_t threads) noexcept { return std::max<std::size_t>(256, 64 * threads); }

}  // namespace trivium::learning::tdleaf
