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

#include "engine/chess/analysis.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/pgn.h"
#include "learning/harness/crew.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/games/openings.h"

namespace trivium::learning::tdleaf {

/// Options of a PositionSearcher.
struct SearchOptions {
  std::uint64_t nodes = 2000;      ///< node limit per position; 0 = no limit
  int depth = 0;                   ///< depth limit in plies; 0 = no limit. Not both are 0
  std::size_t tree_positions = 0;  ///< maximum number of tree nodes stored, at most 65,535
  int hash_megabytes = 1;
  /// Only the computation of signatures changes these. The identity of a run contains the signature
  /// of the defaults.
  chess::SearchParameters parameters{};
};

/// Searches the positions of a game for training: value, principal variation, and optionally the
/// search tree.
class PositionSearcher {
 public:
  /// Throws std::bad_alloc, or std::invalid_argument if no limit is set.
  PositionSearcher(const SearchOptions& options, std::shared_ptr<const chess::Weights> weights);

  /// Clears state, so that later results do not depend on earlier searches.
  void new_game() noexcept { analyzer_.new_game(); }

  /// Searches the current position of `game`. The field `played` of the result is the first move of
  /// the line, or any legal move if the line is empty. `game` is unchanged on return. Requires:
  /// there is a legal move.
  records::SearchedPosition search(chess::Game& game);

 private:
  bool leaf_decides(chess::Game& game, const records::SearchedPosition& searched) const;
  std::vector<records::TreeNode> tree_of(const chess::Game& game) const;

  SearchOptions options_;
  std::shared_ptr<const chess::Weights> weights_;
  chess::Analyzer analyzer_;
};

/// Searches every position of the games. A result depends only on the game, the options and the
/// weights. Requires: each game has a result.
std::vector<records::SearchedGame> search_games(
    const std::vector<chess::PgnGame>& games, const SearchOptions& options,
    const std::shared_ptr<const chess::Weights>& weights, Crew crew);

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
/// adds the number of games without a balanced start to it. Throws std::bad_alloc. With several
/// processes, also throws as records::encode() does.
std::vector<records::SearchedGame> play_games(const Selves& selves, const Openings& openings,
                                              const SelfPlayOptions& options,
                                              std::uint64_t generation, std::uint64_t first,
                                              std::size_t count, Crew crew,
                                              std::uint64_t* unbalanced = nullptr);

/// Returns how many games to play in one call of play_games(): few enough for memory, and enough
/// that threads seldom wait for the last game.
inline std::size_t games_at_once(Crew crew) noexcept {
  return std::max<std::size_t>(256, 64 * crew.threads() * crew.size());
}

}  // namespace trivium::learning::tdleaf
