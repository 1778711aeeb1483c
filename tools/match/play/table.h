// Tables of a tournament. A table plays one game after the other; each has its own thread. Engines
// keep running for the next game if possible.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "tools/match/play/board/load_monitor.h"
#include "tools/match/play/board/openings.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/play/poker/poker_room.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// State shared by all tables of a tournament. All functions must be thread-safe, since each table
/// calls them from its own thread.
struct TableContext {
  const Tournament& tournament;
  const OpeningBook* openings = nullptr;  ///< board games only
  const PokerRoom* poker = nullptr;       ///< poker only
  const client::Interrupt& interrupt;
  std::stop_token stop;  ///< requested together with the interrupt
  const LoadMonitor& load;
  std::vector<std::atomic<bool>> lost;  ///< by engine: true if it failed and may not be restarted
  std::function<void(const std::string& text)> warn = {};
  std::function<void(const std::string& text)> warn_once = {};  ///< prints each text only once
  /// Receives each line between this program and an engine: '>' is sent to the engine, '<' comes
  /// from it. `game` is the number of the game, from 1, or 0 before the first game. May be empty.
  std::function<void(const std::string& engine, std::uint64_t game, char direction,
                     std::string_view line)>
      log = {};
  /// In poker, receives the number of hands played in a running block, at most once per
  /// `hands_interval` for each block. May be empty.
  std::function<void(const ScheduledGame& game, std::uint32_t hands)> hands_played = {};
  std::chrono::milliseconds hands_interval{0};
  /// In board games, receives a running game after each move. May be empty.
  std::function<void(const ScheduledGame& game, const PlayedGame& so_far)> moved = {};
};

/// Plays a game to its end and returns it; empty if interrupted. Blocks. Fails if this table can
/// play no more games. Not thread-safe: call a table from one thread only.
using Table = std::function<Result<std::optional<FinishedGame>>(const ScheduledGame& game)>;

/// Creates a table for the game of the tournament. Requires: `context` outlives the table.
Table make_table(TableContext& context);

/// Starts each engine of a board game once, except lost ones, so that errors appear before the
/// first game. The error names the engine. Does nothing in poker, where a program can only be
/// tested by playing.
Status try_engines(TableContext& context);

}  // namespace trivium::match
