// Single-threaded search of one position for learners and tools, limited by nodes or plies. It has
// no clock, no reports and cannot be stopped.
//
// It is the search that plays (RootSearch), but without the corrections that a search learns for
// the static evaluation (history.h). A learner needs a root value that equals the evaluation of the
// principal variation's leaf (paper 003) and depends only on the weights.
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
  /// Requires: `hash_megabytes` >= 1. Uses all parameters except the corrections. Throws
  /// std::bad_alloc.
  explicit Analyzer(int hash_megabytes, const SearchParameters& parameters = kSearch);
  ~Analyzer();
  Analyzer(const Analyzer&) = delete;
  Analyzer& operator=(const Analyzer&) = delete;

  /// Sets the weights and discards all earlier results. Call before the first search.
  void set_weights(std::shared_ptr<const Weights> weights);
  /// Discards the results of earlier searches, so that later searches do not depend on them.
  void new_game() noexcept;

  struct Result {
    Value value = kDrawValue;  ///< of the last iteration with an exact value, from the side to
                               ///< move's view; the static evaluation if there is none
    int depth = 0;             ///< depth of that iteration in plies; 0 if there is none
    std::uint64_t nodes = 0;   ///< nodes visited
    std::vector<Move> line;    ///< principal variation down to the leaf where quiescence ended; one
                               ///< move at depth 0; empty if there is no legal move
  };

  /// Searches the game's position; repetitions count from the start of the game. Requires: `nodes`
  /// or `depth` is set; 0 = no limit.
  Result search(const Game& game, std::uint64_t nodes, int depth);

  /// Visits the part of the game tree that is in the transposition table, ply by ply. Calls `visit`
  /// once for the root and for each position that a legal move reaches from a visited one, if its
  /// entry has a depth of at least 1; at most `max_positions` times. Entries may come from earlier
  /// searches since new_game().
  using Visitor = std::function<void(const Position& position, const TableEntry& entry)>;
  void visit_tree(const Game& game, std::size_t max_positions, const Visitor& visit) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::chess
