// The chess player: what a protocol sees of the engine. Set the position, think, answer.
//
// It owns its transposition table and histories, shares its weights, and has no global state: two players in one process do not touch
// each other. It does no I/O.
#pragma once

#include <memory>
#include <stop_token>

#include "engine/chess/endgame/tablebase.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::chess {

class Weights;  // weights.h

struct PlayerOptions {
  int threads = 1;                 ///< searching threads, at least 1
  int hash_megabytes = 16;         ///< size of the transposition table, at least 1
  int lines = 1;                   ///< principal variations wanted (MultiPV), at least 1
  Milliseconds move_overhead{10};  ///< time lost outside the search, kept back from every clock
  SearchParameters search{};       ///< for those who tune it
  TablebaseOptions tablebases{};   ///< none unless given
};

struct Answer {
  Move best;           ///< no move when there is none: mate or stalemate; drawn positions are played on, as referees differ
  Move expected;       ///< the reply to ponder on, or no move
  int no_mate_in = 0;  ///< after a search for a mate: proved that the moves considered lead to none in so many moves; 0: nothing is
};

class Player {
 public:
  /// Throws std::bad_alloc when the table or the threads cannot be had.
  explicit Player(std::shared_ptr<const Weights> weights, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// All setters: not while think() runs.
  void set_options(const PlayerOptions& options);
  void set_weights(std::shared_ptr<const Weights> weights);
  const Weights& weights() const noexcept;
  /// Forgets what was learned about earlier positions (transposition table, histories).
  void new_game();
  /// Takes from the system, now and not in the next search, the memory that the hash table has not used yet: after a new player, a new
  /// size or a new game that is all of it. Blocks until done (seconds for gigabytes) or until `stop` asks to end; the rest comes when used.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_game(const Game& game);
  const Game& game() const noexcept;

  /// Searches the position of the game. Blocks until a limit of `limits` is reached or `control` says stop; reports go to `report`
  /// from this thread. `search_moves`, if not empty, are the only root moves considered. With MultiPV, one report per line and depth.
  /// A search that is cut off within a depth, or proves that there is no mate, reports once more at its end: all its nodes and time, and
  /// what it answers with.
  /// Where memory runs out: with fewer threads, without reports or a reply; where it does before the search, with just any legal move.
  Answer think(const Limits& limits, const SearchControl& control, const ReportSink<Move>& report,
               const std::vector<Move>& search_moves = {}) noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::chess
