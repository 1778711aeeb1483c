// What a search of the engine says of each legal move in the games that are learned from (engine/chess/choice/searched_moves.h): one more
// number to choose by, of which the learner finds out how much a player heeds it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"
#include "learning/choice/records.h"
#include "learning/harness/spool.h"

namespace trivium::learning::choice {

/// Four bytes for each legal move of each decision, some 10 kB a game, in temporary files (learning/harness/spool.h); in memory there is
/// nothing for a game. Immutable; any thread.
class SearchedWorths {
 public:
  /// Searches all moves of the decisions that `filter` lets through in these games, with `nodes` each and the engine's weights: those
  /// of a game one after the other, as they are when it is played, though without its repetitions. `on_game` hears, from one thread at a
  /// time, how many games are done. The same for any number of threads. Throws format::LoadError where the disk has no room.
  SearchedWorths(const Records& records, std::span<const std::uint32_t> games, const DecisionFilter& filter, std::uint64_t nodes,
                 const std::shared_ptr<const chess::Weights>& weights, std::size_t threads,
                 const std::function<void(std::size_t done)>& on_game = {});

  /// By move, in the order of generation: of the position in game `number` of the records, which must be one of those searched.
  std::span<const float> at(std::uint32_t number, const chess::Position& position) const noexcept;

 private:
  /// Where a game's lie.
  struct Place {
    std::uint64_t worths = 0;  ///< the first
    std::uint64_t starts = 0;  ///< the first
    std::int64_t first_turn = 0;
  };
  /// A game's until they are kept.
  struct Found {
    int first_turn = 0;
    std::vector<std::uint32_t> starts;
    std::vector<float> worths;
  };

  /// Counts half-moves, from any start.
  static int turn_of(const chess::Position& position) noexcept;
  void keep(std::uint32_t number, Found& found);

  Spool<Place> places_;          ///< by number in the records; zeros where not asked for
  Spool<std::uint32_t> starts_;  ///< by turn since a game's first: of its worths, from the game's first; one more says where they end
  Spool<float> worths_;
};

}  // namespace trivium::learning::choice
