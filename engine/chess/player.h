// The chess player: the interface between the engine and a protocol. Set the position, think, read
// the answer.
//
// It owns its transposition table and histories, shares its weights, and has no global state, so
// two players in one process are independent. It does no I/O.
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
  int threads = 1;                 ///< search threads, at least 1
  int hash_megabytes = 16;         ///< size of the transposition table, at least 1
  int lines = 1;                   ///< number of principal variations (MultiPV), at least 1
  Milliseconds move_overhead{10};  ///< time lost outside the search, per move; see deadline.h
  SearchParameters search{};       ///< search parameters, for tuning
  TablebaseOptions tablebases{};   ///< default: no tables
};

struct Answer {
  Move best;  ///< none after mate or stalemate; other drawn positions are searched, since referees
              ///< differ
  Move expected;       ///< the reply to ponder on, or no move
  int no_mate_in = 0;  ///< after a search for a mate: the considered moves are proved not to mate
                       ///< in this many moves; 0: nothing proved
};

class Player {
 public:
  /// Throws std::bad_alloc if there is not enough memory for the table or the threads.
  explicit Player(std::shared_ptr<const Weights> weights, const PlayerOptions& options = {});
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Setters must not be called while think() runs.
  void set_options(const PlayerOptions& options);
  void set_weights(std::shared_ptr<const Weights> weights);
  const Weights& weights() const noexcept;
  /// Clears everything learned from earlier positions (transposition table, histories).
  void new_game();
  /// Allocates the unused memory of the hash table now instead of during the next search: after
  /// construction, a new size or a new game that is all of it. Blocks until done (seconds for
  /// gigabytes) or until `stop` is requested; the rest is then allocated when used.
  void warm_up(const std::stop_token& stop) noexcept;
  void set_game(const Game& game);
  const Game& game() const noexcept;

  /// Searches the position of the game. Blocks until a limit of `limits` is reached or `control`
  /// requests a stop. Sends reports to `report` from this thread: with MultiPV, one for each line
  /// and depth. If some of `search_moves` are legal, considers only these root moves. Sends a final
  /// report with its answer, all nodes and the time if the search is stopped within an iteration,
  /// proves that there is no mate, or takes the answer of a helper thread.
  ///
  /// On allocation failure it degrades: fewer threads, no reports, no ponder move; if nothing can
  /// be searched, it returns any legal move.
  Answer think(const Limits& limits, const SearchControl& control, const ReportSink<Move>& report,
               const std::vector<Move>& search_moves = {}) noexcept;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::chess
