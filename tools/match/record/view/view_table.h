// Live view of a tournament on a terminal: progress, standings, running games and the last
// warnings, redrawn in place.
//
// The view is at the end of the output and replaces only its own lines. It never hides the cursor
// and leaves it below the view, so the terminal stays usable even if the program is killed. It is
// redrawn after events, at most four times a second, and once a second for the clocks. The window
// size is read each time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/match/record/view/observer.h"
#include "tools/match/record/view/view_pace.h"

namespace trivium::match {

/// Size of a terminal window, in characters.
struct WindowSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// Computes the bytes that replace a picture (the lines of the view) on a terminal by the next one.
class Redrawing {
 public:
  /// Returns bytes that move the cursor to the start of the last picture, erase it and write
  /// `lines`, cut to the width and height of `window`. If the window has become narrower, a line of
  /// the last picture takes more than one row; this is taken into account. Requires: lines are
  /// ASCII.
  std::string next(const std::vector<std::string>& lines, WindowSize window);

 private:
  std::vector<std::size_t> widths_;  ///< widths of the lines on the screen
};

/// Observer that shows the live view. All functions are thread-safe.
class LiveTable : public Observer {
 public:
  /// Starts a thread that draws. Requires: `terminal` outlives this object.
  explicit LiveTable(std::FILE* terminal);
  ~LiveTable() override;

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  std::chrono::milliseconds hands_interval() const override { return std::chrono::seconds(1); }
  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override;
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override;

 private:
  struct Running {
    std::string players;
    Pace::Time since;
    std::uint32_t hands = 0;  ///< hands of the block played, as last reported
  };

  /// Function of the thread.
  void draw_until_ended();
  // The following functions require that mutex_ is locked.
  void draw();
  std::vector<std::string> picture(Pace::Time now) const;
  /// Requests a redraw by the thread.
  void changed();

  std::FILE* terminal_;
  std::mutex mutex_;  ///< protects all members below except thread_
  std::condition_variable wake_;
  Tournament tournament_;
  Pace pace_{{}};
  RunProgress progress_;
  std::optional<Standings> standings_;
  std::map<std::uint64_t, Running> running_;  ///< by game number
  std::string last_game_;                     ///< finished_line() of the last finished game
  std::deque<std::string> warnings_;          ///< last warnings
  std::uint64_t warning_count_ = 0;
  std::string why_;  ///< reason of the end; empty before the end
  Redrawing redrawing_;
  bool started_ = false;
  bool changed_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace trivium::match
