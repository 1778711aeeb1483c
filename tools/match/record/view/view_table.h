// Live view of a tournament on a terminal: progress, standings, running games and the last
// warnings, redrawn in place.
//
// Uses only the last lines of the screen: it clears nothing that it did not write, never hides the
// cursor and leaves it below the view, so that the terminal works however the program ends. Redraws
// on events, at most four times a second, and once a second for the clocks. Reads the window size
// each time.
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
#include <string_view>
#include <thread>
#include <vector>

#include "tools/match/record/view/observer.h"
#include "tools/match/record/view/view_pace.h"

namespace trivium::match {

struct WindowSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// Redrawn part of the screen: computes the bytes that replace the last picture by the next one.
class Redrawing {
 public:
  /// Moves to the start of the last picture (counting the rows that its lines take in a narrower
  /// window) and writes `lines`, cut to the window's width and height.
  std::string next(const std::vector<std::string>& lines, WindowSize window);

 private:
  std::vector<std::size_t> widths_;  ///< widths of the lines on the screen
};

class LiveTable : public Observer {
 public:
  /// `terminal` must outlive this object. Starts a thread that only draws.
  explicit LiveTable(std::FILE* terminal);
  ~LiveTable() override;

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  std::chrono::milliseconds hands_interval() const override { return std::chrono::seconds(1); }
  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override;
  /// Thread-safe.
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override;

 private:
  struct Running {
    std::string players;
    Pace::Time since;
    std::uint32_t hands = 0;  ///< hands of the block played, as last reported
  };

  void draw_until_ended();
  void draw();
  std::vector<std::string> picture(Pace::Time now) const;
  void changed();

  std::FILE* terminal_;
  std::mutex mutex_;  ///< protects all members below except thread_
  std::condition_variable wake_;
  Tournament tournament_;
  Pace pace_{{}};
  RunProgress progress_;
  std::optional<Standings> standings_;
  std::map<std::uint64_t, Running> running_;  ///< by game number
  std::string last_game_;
  std::deque<std::string> warnings_;  ///< last warnings
  std::uint64_t warning_count_ = 0;
  std::string why_;  ///< reason of the end; empty before
  Redrawing redrawing_;
  bool started_ = false;
  bool changed_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace trivium::match
