// Interface for observers of a tournament (live table, plain lines, JSON events). The runner makes
// all calls, one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct RunProgress {
  std::uint64_t finished = 0;  ///< games in the journal
  std::uint64_t total = 0;
  std::uint64_t resumed = 0;  ///< games finished before this run
  int running = 0;
};

/// Result of a game for observers.
struct GameResult {
  const PlayedGame* board = nullptr;  ///< null in poker
  std::string summary;                ///< one line
  std::vector<double> points;         ///< by seat: 1, 0.5, 0; in poker chips won in the block
  std::vector<std::pair<int, Ending>> faults;  ///< in poker: seat and kind of fault
};

class Observer {
 public:
  virtual ~Observer() = default;

  /// Minimum time between calls of hands_played() for one game, and before the first call.
  virtual std::chrono::milliseconds hands_interval() const { return std::chrono::seconds(10); }

  virtual void tournament_started(const Tournament& tournament, const RunProgress& progress) = 0;
  virtual void game_started(const ScheduledGame& game, const RunProgress& progress) = 0;
  /// Poker: number of hands of the running block played so far.
  virtual void hands_played(const ScheduledGame& game, std::uint32_t hands,
                            const RunProgress& progress) = 0;
  virtual void game_finished(const ScheduledGame& game, const GameResult& result,
                             const Standings& standings, const RunProgress& progress) = 0;
  /// One-line warning: an engine was restarted, the machine is oversubscribed, ...
  virtual void warning(const std::string& text) = 0;
  /// `why` is one line: "all games played", "SPRT: H1 accepted", "interrupted".
  virtual void tournament_ended(const Standings& standings, const RunProgress& progress,
                                const std::string& why) = 0;
};

}  // namespace trivium::match
