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
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

struct PlayerOptions {
  int threads = 1;                 ///< search threads, at least 1
  int hash_megabytes = 16;         ///< size of the hash table, at least 1
  int lines = 1;                   ///< number of principal variations (MultiPV), at least 1
  Milliseconds move_overhead{10};  ///< time lost outside the search, subtracted from clocks
  SearchParameters search{};
};

/// Not thread-safe: while think() or warm_up() runs, no function that changes the player may be
/// called.
class Player {
 public:
  /// Throws std::bad_alloc if the hash table cannot be allocated.
  explicit Player(Knowledge knowledge = {}, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Throws std::bad_alloc if the hash table cannot be allocated; the options then stay as they
  /// were. A table of another size is empty.
  void set_options(const PlayerOptions& options);
  /// Also clears the hash table.
  void set_knowledge(Knowledge knowledge);
  const Knowledge& knowledge() const noexcept;
  /// Sets the start position of a board of the same size, and clears the hash table.
  void new_game();
  /// Allocates all memory of the hash table, so that the next search need not. Blocks until done
  /// (seconds for gigabytes) or until `stop` is requested.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_position(const Position& position);
  const Position& position() const noexcept;

  /// Chooses a legal move: kPass if it is the only one, and also if the game is over. Blocks until
  /// a limit is reached or `control` requests a stop. A depth is a number of moves; passes are not
  /// counted.
  ///
  /// Calls `report` on this thread, with scores in hundredths of a disc for the side to move. If
  /// `Report::depth` is the number of empty squares, the score is final: a multiple of 100, with a
  /// certain expectation. Such a report with a bound states who wins. If memory runs out, the
  /// search ends, and the move may be any legal one. With several threads, a node limit may be
  /// exceeded by some thousand nodes near the end of a game.
  Move think(const Limits& limits, const SearchControl& control,
             const ReportSink<Move>& report) noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::reversi
