// The Connect-6 player: the engine as a protocol sees it. Set the board, think, get the stones.
//
// It has no global state and does no I/O. Players in one process share only immutable knowledge.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/odds/turn_odds.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

struct PlayerOptions {
  int threads = 1;
  int hash_megabytes = 16;
  int lines = 1;                   ///< number of candidate turns in a report round (MultiPV)
  Milliseconds move_overhead{10};  ///< time lost outside the search, subtracted from clocks
  SearchParameters search{};
};

/// Not thread-safe: while think(), odds() or warm_up() runs, no function that changes the player
/// may be called.
class Player {
 public:
  /// Requires: `knowledge` has weights. Throws std::bad_alloc if the table cannot be allocated.
  explicit Player(Knowledge knowledge, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Throws std::bad_alloc if the hash table cannot be allocated; the options then stay as they
  /// were. A table of another size is empty.
  void set_options(const PlayerOptions& options);
  /// Also clears the hash table. Requires: `knowledge` has weights.
  void set_knowledge(Knowledge knowledge);
  const Knowledge& knowledge() const noexcept;
  /// Clears the board and the hash table; keeps the size of the board.
  void new_game();
  /// Allocates all memory of the hash table and builds the tables of the stone strengths, so that
  /// the next search need not. Blocks until done (seconds for gigabytes) or until `stop` is
  /// requested.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_board(const Board& board);
  const Board& board() const noexcept;

  /// Chooses the stones that the side to move places in the rest of its turn. Blocks until a limit
  /// is reached or `control` requests a stop. Calls `report` on this thread; `Report::line` ranks
  /// the candidate turns. Returns a turn whose `first` is kNoCell only if the game is over. If
  /// memory runs out, returns any legal turn.
  Turn think(const Limits& limits, const SearchControl& control,
             const ReportSink<Turn>& report) noexcept;

  /// Returns the turns whose search values are close to the best, with the odds that playouts give
  /// them. The turn that is most probably the best comes first. If there are fewer than two such
  /// turns, or a stop ends the search, returns the turns of the search without odds, in its order.
  /// The search uses nine tenths of nodes and time. Blocks like think(). Returns an empty list if
  /// the game is over. Throws std::bad_alloc.
  std::vector<TurnOdds> odds(const Limits& limits, const SearchControl& control);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::connect6
