// A place where one game after the other is played: a thread with its engines, who stay for the next game where they can.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
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

/// What all tables of a tournament share. Any thread.
struct Hall {
  const Tournament& tournament;
  const OpeningBook* openings = nullptr;  ///< board games only
  const PokerRoom* poker = nullptr;       ///< poker only
  const client::Interrupt& interrupt;
  std::stop_token stop;  ///< requested with the interrupt
  const LoadMonitor& load;
  std::vector<std::atomic<bool>> lost;  ///< engines that failed and may not be started anew
  std::function<void(const std::string& text)> warn;
  std::function<void(const std::string& text)> warn_once;  ///< says a text the first time only
  /// "<" or ">" and a line, with the name of the engine and the number of the game, from 1 (0: before the first). May be empty.
  std::function<void(const std::string& engine, std::uint64_t game, char direction, std::string_view line)> log;
  /// In poker: hands of a block that have been played, of each block once in `hands_interval`. May be empty.
  std::function<void(const ScheduledGame& game, std::uint32_t hands)> hands_played = {};
  std::chrono::milliseconds hands_interval{0};
};

/// All calls from one thread.
class Table {
 public:
  virtual ~Table() = default;

  /// Plays it to the end. Nothing: interrupted. The error says why nothing can be played any more.
  virtual Result<std::optional<FinishedGame>> play(const ScheduledGame& game) = 0;
};

/// `hall` must outlive the table.
std::unique_ptr<Table> make_table(Hall& hall);

/// Starts each engine of a board game that is not lost once, so that what cannot be played is known before the first game. The error names
/// the engine and says why it does not come up. Nothing to do in poker, where a program is only known by its playing.
Status try_engines(Hall& hall);

}  // namespace trivium::match
