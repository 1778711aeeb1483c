// Search values of each legal move in the training games (engine/chess/choice/searched_moves.h):
// one more attribute, whose weight the learner estimates.
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

/// Stores four bytes per legal move of each decision, about 10 kB a game, in temporary files
/// (learning/harness/spool.h), not in memory. Thread-safe: immutable.
class SearchedWorths {
 public:
  /// Searches all legal moves of the decisions in `games` that pass `filter`, `nodes` nodes each,
  /// in the order of the game but without its repetitions. Calls `on_game` from one thread at a
  /// time with the number of games done. Same result for any number of threads. Throws
  /// format::LoadError if the disk is full.
  SearchedWorths(const Records& records, std::span<const std::uint32_t> games,
                 const DecisionFilter& filter, std::uint64_t nodes,
                 const std::shared_ptr<const chess::Weights>& weights, std::size_t threads,
                 const std::function<void(std::size_t done)>& on_game = {});

  /// Returns values by move, in generation order. Requires: `position` of game `number` was
  /// searched.
  std::span<const float> at(std::uint32_t number, const chess::Position& position) const noexcept;

 private:
  /// Location of a game's values.
  struct Place {
    std::uint64_t worths = 0;  ///< the first
    std::uint64_t starts = 0;  ///< the first
    std::int64_t first_turn = 0;
  };
  /// Values of a game before they are stored.
  struct Found {
    int first_turn = 0;
    std::vector<std::uint32_t> starts;
    std::vector<float> worths;
  };

  /// Returns the number of half-moves, up to a constant.
  static int turn_of(const chess::Position& position) noexcept;
  void keep(std::uint32_t number, Found& found);

  Spool<Place> places_;  ///< by number in the records; zeros if not searched
  Spool<std::uint32_t>
      starts_;  ///< by turn since the game's first: offset into its values; one more marks the end
  Spool<float> worths_;
};

}  // namespace trivium::learning::choice
