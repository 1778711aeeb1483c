// Interface for observers of a tournament: live table, plain lines, JSON events. The runner calls
// them from several threads, but never two at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct RunProgress {
  std::uint64_t finished = 0;      ///< games in the journal
  std::uint64_t total = 0;         ///< games of the whole tournament, or of the part that is played
  std::uint64_t resumed = 0;       ///< games finished before this run
  int running = 0;                 ///< games being played
  std::uint64_t of_all_parts = 0;  ///< games of the whole tournament if a part is played, else 0
};

/// Result of a game for observers.
struct GameResult {
  const PlayedGame* board = nullptr;  ///< null in poker
  std::string summary;                ///< one line: the reason of the end, or the block's result
  std::vector<double> points;         ///< by seat: 1, 0.5, 0; in poker chips won in the block
  std::vector<std::pair<int, Ending>> faults;  ///< in poker: seat and kind of fault
};

class Observer {
 public:
  virtual ~Observer() = default;

  /// Returns the minimum time between two calls of hands_played() for one game, and from its start
  /// to the first call.
  virtual std::chrono::milliseconds hands_interval() const { return std::chrono::seconds(10); }

  virtual void tournament_started(const Tournament& tournament, const RunProgress& progress) = 0;
  virtual void game_started(const ScheduledGame& game, const RunProgress& progress) = 0;
  /// Receives the number of hands of a running block of poker played so far.
  virtual void hands_played(const ScheduledGame& game, std::uint32_t hands,
                            const RunProgress& progress) = 0;
  virtual void game_finished(const ScheduledGame& game, const GameResult& result,
                             const Standings& standings, const RunProgress& progress) = 0;
  /// Receives a one-line warning: an engine was restarted, the machine is oversubscribed, ...
  virtual void warning(const std::string& text) = 0;
  /// `why` is one line: "all games played", "SPRT: H1 accepted", "interrupted".
  virtual void tournament_ended(const Standings& standings, const RunProgress& progress,
                                const std::string& why) = 0;
};

// Functions that make observers. The file must outlive the observer, which flushes after each line
// or picture.

/// JSON lines: one object per event. docs/using/tournaments.md lists the events.
std::unique_ptr<Observer> json_events(std::FILE* out);
/// Plain lines for files, pipes and scripts: start and end of every game and the standings at
/// intervals, in fastchess's format (view_words.h). Warnings go to `errors`.
std::unique_ptr<Observer> plain_lines(std::FILE* out, std::FILE* errors);
/// The live view of view_table.h. It starts a thread that draws; all functions are thread-safe.
std::unique_ptr<Observer> live_table(std::FILE* terminal);

}  // namespace trivium::match
