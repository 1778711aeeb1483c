// Searches for learners and tools: one position, so many nodes or plies, one thread; no clock, no reports, no way to stop it.
//
// It is the search that plays (RootSearch), but without the corrections that a game's search learns for the static evaluation: a learner
// wants the value at the root to be the evaluation of the leaf of its line (paper 003), and the weights to be all there is to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/value.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/chess/search/transposition_table.h"

namespace trivium::chess {

class Analyzer {
 public:
  /// `hash_megabytes` at least 1; of the parameters all but the corrections count. Throws std::bad_alloc.
  explicit Analyzer(int hash_megabytes, const SearchParameters& parameters = kSearch);
  ~Analyzer();
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  /// To be called before the first search. Forgets what was found with others.
  void set_weights(std::shared_ptr<const Weights> weights);
  /// Forgets all that earlier searches found: the next ones do not depend on what came before.
  void new_game() noexcept;

  struct Result {
    Value value = kDrawValue;  ///< from the side to move's view; of the last iteration whose value is exact
    int depth = 0;             ///< of that iteration, in plies; 0 when there were not even the nodes for one
    std::uint64_t nodes = 0;   ///< visited
    std::vector<Move> line;    ///< the principal variation down to its leaf, where quiescence ended; empty when there is no legal move
  };

  /// Searches the game's position; repetitions count from the game's start. `nodes` and `depth` are limits, 0 = none; one must be set.
  Result search(const Game& game, std::uint64_t nodes, int depth);

  /// The tree below the game's position as far as the transposition table holds it, the root first and then ply by ply: calls `visit` once
  /// for each position reached by legal moves from one that was visited, if its entry has a depth of at least 1. At most `max_positions`.
  /// Entries may be those of earlier searches since new_game(): a position that those went through more deeply keeps their value.
  using Visitor = std::function<void(const Position& position, const TableEntry& entry)>;
  void visit_tree(const Game& game, std::size_t max_positions, const Visitor& visit) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::chess
