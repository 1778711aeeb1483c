// Who watches a tournament: a live table, plain lines, JSON events. All calls come from the runner, one at a time.
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
  std::uint64_t resumed = 0;  ///< of the finished ones, before this run
  int running = 0;
};

/// What came of a game, as observers are told it.
struct GameResult {
  const PlayedGame* board = nullptr;           ///< null in poker
  std::string summary;                         ///< one line
  std::vector<double> points;                  ///< by seat: 1, 0.5, 0; in poker chips won in the block
  std::vector<std::pair<int, Ending>> faults;  ///< in poker: a seat and what its player did wrong
};

class Observer {
 public:
  virtual ~Observer() = default;

  /// How often hands_played() is wanted: of each game at most once in this time, not before it has taken so long.
  virtual std::chrono::milliseconds hands_interval() const { return std::chrono::seconds(10); }

  virtual void tournament_started(const Tournament& tournament, const RunProgress& progress) = 0;
  virtual void game_started(const ScheduledGame& game, const RunProgress& progress) = 0;
  /// In poker, while a block is played: how many of its hands are.
  virtual void hands_played(const ScheduledGame& game, std::uint32_t hands, const RunProgress& progress) = 0;
  virtual void game_finished(const ScheduledGame& game, const GameResult& result, const Standings& standings,
                             const RunProgress& progress) = 0;
  /// One line that somebody should see: an engine was restarted, the machine is oversubscribed, ...
  virtual void warning(const std::string& text) = 0;
  /// `why` is one line: "all games played", "SPRT: H1 accepted", "interrupted".
  virtual void tournament_ended(const Standings& standings, const RunProgress& progress, const std::string& why) = 0;
};

}  // namespace trivium::match
