// Search values of all legal moves in the training games (engine/chess/choice/searched_moves.h).
// They are one more attribute, whose weight the learner estimates. Searching each position once
// makes the steps of the fit fast.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"
#include "learning/choice/records.h"
#include "learning/harness/crew.h"
#include "learning/harness/spool.h"

namespace trivium::learning::choice {

/// Stores four bytes per legal move of each decision, about 10 kB per game, in temporary files
/// (learning/harness/spool.h). Immutable, thread-safe.
class SearchValues {
 public:
  /// Searches all legal moves of the decisions in `games` that pass `filter`, with `nodes` nodes
  /// for each move, in the order of the game. Searches know the position only, so they do not see
  /// repetitions of the game. Calls `on_game` with the number of games done, from one thread at a
  /// time. Stores the same values for any crew; with several processes, each searches some of the
  /// games and stores the values of all, and `on_game` counts those of this process. Throws
  /// format::LoadError if the disk is full.
  SearchValues(const Records& records, std::span<const std::uint32_t> games,
               const DecisionFilter& filter, std::uint64_t nodes,
               const std::shared_ptr<const chess::Weights>& weights, Crew crew,
               const std::function<void(std::size_t done)>& on_game = {});

  /// Returns the search terms (chess::search_term()) of the legal moves, in the order of
  /// generation. Requires: this position of game `number` was searched.
  std::span<const float> at(std::uint32_t number, const chess::Position& position) const noexcept;

 private:
  /// Location of a game's values.
  struct Place {
    std::uint64_t values = 0;     ///< index of the first value in values_
    std::uint64_t starts = 0;     ///< index of the first offset in starts_
    std::int64_t first_turn = 0;  ///< turn_of() the first decision
  };
  /// Values of a game before they are stored.
  struct Found {
    int first_turn = 0;
    std::vector<std::uint32_t> starts;
    std::vector<float> values;

    auto fields() noexcept { return std::tie(first_turn, starts, values); }  ///< for Transfer
  };

  /// Returns the number of half-moves played, up to a constant.
  static int turn_of(const chess::Position& position) noexcept;
  /// Stores the values of game `number`.
  void keep(std::uint32_t number, Found& found);
  /// Stores the values of `games` that other processes have searched. `own` are those of this
  /// process, in order.
  void keep_others(std::span<const std::uint32_t> games, Crew crew, std::vector<Found> own);

  Spool<Place> places_;  ///< by number of the game; zeros if it was not searched
  /// Offsets into a game's values, by turn since its first decision, and the end of the values.
  Spool<std::uint32_t> starts_;
  Spool<float> values_;
};

}  // namespace trivium::learning::choice
