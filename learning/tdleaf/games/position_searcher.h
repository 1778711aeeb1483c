// Searches positions of a game for training: value, leaf, and optionally the tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/chess/analysis.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/pgn.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

struct SearchOptions {
  std::uint64_t nodes = 2000;      ///< a position; 0 = no limit
  int depth = 0;                   ///< plies; 0 = no limit. One of the two must be set
  std::size_t tree_positions = 0;  ///< nodes of each search's tree to keep, at most 65,535
  int hash_megabytes = 1;
  chess::SearchParameters parameters{};  ///< no run changes them: they are part of the engine whose
                                         ///< signature it carries
};

class PositionSearcher {
 public:
  /// Throws std::bad_alloc, std::invalid_argument when no limit is set.
  PositionSearcher(const SearchOptions& options, std::shared_ptr<const chess::Weights> weights);

  /// Clears state, so that later results do not depend on earlier searches.
  void new_game() noexcept { analyzer_.new_game(); }

  /// Searches the game's current position. `played` becomes the first move of the line, always
  /// legal. `game` is unchanged on return. Requires: a legal move.
  records::SearchedPosition search(chess::Game& game);

 private:
  bool leaf_decides(chess::Game& game, const records::SearchedPosition& searched) const;
  std::vector<records::TreeNode> tree_of(const chess::Game& game) const;

  SearchOptions options_;
  std::shared_ptr<const chess::Weights> weights_;
  chess::Analyzer analyzer_;
};

/// Searches every position of the games; each result depends only on the game, the options and the
/// weights.
std::vector<records::SearchedGame> search_games(
    const std::vector<chess::PgnGame>& games, const SearchOptions& options,
    const std::shared_ptr<const chess::Weights>& weights, std::size_t threads);

}  // namespace trivium::learning::tdleaf
