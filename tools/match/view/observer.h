// Who watches a tournament: a live table, plain lines, JSON events. All calls come from the runner, one at a time.
#pragma once

#include <cstdint>
#include <string>

#include "tools/match/journal/played_game.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/standings/standings.h"

namespace trivium::match {

struct RunProgress {
  std::uint64_t finished = 0;  ///< games in the journal
  std::uint64_t total = 0;
  std::uint64_t resumed = 0;  ///< of the finished ones, before this run
  int running = 0;
};

class Observer {
 public:
  virtual ~Observer() = default;

  virtual void tournament_started(const Tournament& tournament, const RunProgress& progress) = 0;
  virtual void game_started(const ScheduledGame& game, const RunProgress& progress) = 0;
  /// `played` is null in poker, where `summary` tells the block's result in one line.
  virtual void game_finished(const ScheduledGame& game, const PlayedGame* played, const std::string& summary, const Standings& standings,
                             const RunProgress& progress) = 0;
  /// One line that somebody should see: an engine was restarted, the machine is oversubscribed, ...
  virtual void warning(const std::string& text) = 0;
  /// `why` is one line: "all games played", "SPRT: H1 accepted", "interrupted".
  virtual void tournament_ended(const Standings& standings, const RunProgress& progress, const std::string& why) = 0;
};

}  // namespace trivium::match
