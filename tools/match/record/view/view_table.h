// A tournament on a terminal: how far it is, the standings, the games that are being played and the last warnings, redrawn in place.
//
// The picture takes the last lines of the screen and nothing else: nothing is cleared that it did not write, the cursor is never hidden and
// rests below the picture, so that whatever ends the program leaves a terminal that works. It is drawn when something has happened, but at
// most four times a second, and once a second for the clocks. The size of the window is asked for at every drawing.
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

/// The part of a screen that is drawn again and again: says which bytes replace the last picture by the next one.
class Redrawing {
 public:
  /// Moves to where the last picture began, counting the rows that a narrower window makes of its lines now, and writes `lines`, cut to the
  /// window. What does not fit above the last row of the window is left out at the end.
  std::string next(const std::vector<std::string>& lines, WindowSize window);

 private:
  std::vector<std::size_t> widths_;  ///< of the lines that are on the screen
};

class LiveTable : public Observer {
 public:
  /// `terminal` must outlive this. Starts a thread, which only draws.
  explicit LiveTable(std::FILE* terminal);
  ~LiveTable() override;

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  std::chrono::milliseconds hands_interval() const override { return std::chrono::seconds(1); }
  void hands_played(const ScheduledGame& game, std::uint32_t hands, const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result, const Standings& standings, const RunProgress& progress) override;
  /// Any thread.
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress, const std::string& why) override;

 private:
  struct Running {
    std::string players;
    Pace::Time since;
    std::uint32_t hands = 0;  ///< played of the block, as far as was told
  };

  void draw_until_ended();
  void draw();
  std::vector<std::string> picture(Pace::Time now) const;
  void changed();

  std::FILE* terminal_;
  std::mutex mutex_;  ///< over all that follows, but for thread_
  std::condition_variable wake_;
  Tournament tournament_;
  Pace pace_{{}};
  RunProgress progress_;
  std::optional<Standings> standings_;
  std::map<std::uint64_t, Running> running_;  ///< by number
  std::string last_game_;
  std::deque<std::string> warnings_;  ///< the last ones
  std::uint64_t warning_count_ = 0;
  std::string why_;  ///< it has ended; empty before
  Redrawing redrawing_;
  bool started_ = false;
  bool changed_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace trivium::match
