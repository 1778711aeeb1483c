// The Connect-6 player: what a protocol sees of the engine. Set the board, think, answer with the stones of the turn.
//
// It shares what it has learned and has no global state; two players in one process do not touch each other. It does no I/O.
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
  int lines = 1;                   ///< how many candidate turns a report round lists (analysis asks for more)
  Milliseconds move_overhead{10};  ///< time lost outside the search, kept back from clocks and times for a move
  SearchParameters search{};
};

class Player {
 public:
  /// `knowledge` has weights. Throws std::bad_alloc when the table cannot be had.
  explicit Player(Knowledge knowledge, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// All setters: not while think() runs.
  void set_options(const PlayerOptions& options);
  void set_knowledge(Knowledge knowledge);
  const Knowledge& knowledge() const noexcept;
  void new_game();
  /// Takes from the system, now and not in the next search, the memory that the hash table has not used yet: after a new player
  /// or a new size that is all of it. Blocks until done (seconds for gigabytes) or until `stop` asks to end; the rest comes when used.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_board(const Board& board);
  const Board& board() const noexcept;

  /// Chooses what the side to move places in the rest of its turn. Blocks until a limit is reached or `control` says stop; reports come
  /// from this thread, candidate turns ranked by `Report::line`. `first` is kNoCell only when the game is over.
  Turn think(const Limits& limits, const SearchControl& control, const ReportSink<Turn>& report) noexcept;

  /// Returns the turns that an ordinary search finds close, likeliest to be best first, with the odds
  /// that playouts give them; without odds if there is nothing to decide or no time. The search has nine tenths
  /// of the limits. Blocks like think(). Empty if the game is over. Throws std::bad_alloc.
  std::vector<TurnOdds> odds(const Limits& limits, const SearchControl& control);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::connect6
