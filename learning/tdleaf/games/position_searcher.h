// Searches the positions of a game for training: value, principal variation, and optionally the
// search tree.
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
  std::uint64_t nodes = 2000;      ///< node limit per position; 0 = no limit
  int depth = 0;                   ///< depth limit in plies; 0 = no limit. Not both are 0
  std::size_t tree_positions = 0;  ///< maximum number of tree nodes stored, at most 65,535
  int hash_megabytes = 1;
  /// Only signatures change these. The identity of a run contains the signature of the defaults.
  chess::SearchParameters parameters{};
};

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
    const std::shared_ptr<const chess::Weights>& weights, std::size_t threads);

}  // namespace trivium::learning::tdleaf
