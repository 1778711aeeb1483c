// The Reversi player: the engine as a protocol sees it. Set the position, think, get the move.
//
// It has no global state and does no I/O. Players in one process share only immutable knowledge.
#pragma once

#include <memory>
#include <stop_token>

#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

struct PlayerOptions {
  int threads = 1;                 ///< search threads, at least 1
  int hash_megabytes = 16;         ///< size of the hash tables together, at least 1
  int lines = 1;                   ///< number of principal variations (MultiPV), at least 1
  Milliseconds move_overhead{10};  ///< time lost outside the search, subtracted from clocks
};

/// Not thread-safe: while think() or warm_up() runs, no function that changes the player may be
/// called.
class Player {
 public:
  /// Throws std::bad_alloc if the tables cannot be allocated.
  explicit Player(Knowledge knowledge = {}, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Throws std::bad_alloc if the tables cannot be allocated; the options then stay as they were.
  /// Tables of another size are empty.
  void set_options(const PlayerOptions& options);
  /// Also clears the hash tables.
  void set_knowledge(Knowledge knowledge);
  const Knowledge& knowledge() const noexcept;
  /// Sets the start position of a board of the same size, and clears the hash tables.
  void new_game();
  /// Allocates all memory of the hash tables, so that the next search need not. Blocks until done
  /// (seconds for gigabytes) or until `stop` is requested.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_position(const Position& position);
  const Position& position() const noexcept;

  /// Chooses a legal move: kPass if it is the only one, and also if the game is over. Blocks until
  /// a limit is reached or `control` requests a stop. A depth is a number of plies; a pass is a
  /// ply.
  ///
  /// Calls `report` on this thread, with scores in hundredths of a disc for the side to move. The
  /// score of a game that is searched to its end is a number of discs times 100, and
  /// `Report::depth` is then at least the number of empty squares. A solved position is reported
  /// with the probabilities 1000 and 0. If memory runs out, returns any legal move.
  Move think(const Limits& limits, const SearchControl& control,
             const ReportSink<Move>& report) noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::reversi
