#include <array>
#include <fmt/format.h>

#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

void board_sizes(CheckedGtpEngine& engine) {
  for (const std::string_view size : {"0", "-1", "1", "1000"})
    engine.expect_refusal(fmt::format("boardsize {}", size), "unacceptable size");
  for (const std::string_view size : {"", " x", " 19.5"})
    engine.expect_refusal(fmt::format("boardsize{}", size));
  engine.new_game();
  engine.play(engine.game().openings.back());
}

void moves_legal(CheckedGtpEngine& engine) {
  constexpr int kMoves = 21;
  for (int moves = 0; moves < kMoves && !engine.board().over(); ++moves) {
    if (!engine.genmove()) return;
  }
}

void arguments_counted(CheckedGtpEngine& engine) {
  engine.play_opening(1);
  for (const std::string_view command :
       {"play", "play w", "play w A1 A2", "genmove", "genmove purple", "genmove w w", "komi"}) {
    if (engine.knows(command.substr(0, command.find(' ')))) engine.expect_refusal(command);
  }
  // None of these commands has made a move.
  engine.play_opening(2);
}

void board_shown(CheckedGtpEngine& engine) {
  require(engine, "showboard");
  engine.demand("showboard");
  engine.play_opening(2);
  if (engine.demand("showboard").empty()) engine.found(kWarning, "showboard shows nothing");
}

void clock_kept(CheckedGtpEngine& engine) {
  using std::chrono::milliseconds;
  require(engine, "time_settings");
  require(engine, "time_left");
  constexpr int kAttempts = 3;
  constexpr milliseconds kLeft{1000};
  const auto move_time = [&engine]() -> Clock::duration {
    engine.new_game();
    engine.demand("time_settings 60 0 0");
    engine.play_opening(1);
    engine.demand("time_left b 60 0");
    engine.demand("time_left w 1 0");
    const Clock::duration before = engine.waited();
    if (!engine.genmove()) return Clock::duration::zero();
    return engine.elapsed() - engine.taken_since(before);
  };
  if (const Clock::duration minimum = min_time(kLeft, move_time, kAttempts); minimum > kLeft)
    engine.found(kError, "with 1 s left genmove takes at least {:.1f} s", in_seconds(minimum));
}

void clock_settings(CheckedGtpEngine& engine) {
  require(engine, "time_settings");
  // The last one is no limit.
  for (const std::string_view settings : {"600 0 0", "600 30 10", "0 10 1", "0 1 0"})
    engine.demand(fmt::format("time_settings {}", settings));
  engine.expect_refusal("time_settings");
  engine.expect_refusal("time_settings x y z");
  if (engine.knows("time_left")) {
    engine.demand("time_left b 10 3");
    engine.demand("time_left w 0 0");
    engine.expect_refusal("time_left b");
  }
}

constexpr auto kGtpGameChecks = std::to_array<GtpCheck>({
    {{"board-sizes", "boardsize accepts the usual size and rejects invalid sizes."}, board_sizes},
    {{"moves-legal", "genmove makes legal moves, one after another."}, moves_legal},
    {{"arguments-counted",
      "A command with too few or too many arguments is rejected and changes nothing."},
     arguments_counted},
    {{"board-shown", "showboard shows a board."}, board_shown},
    {{"clock-settings", "Time settings are read in all their forms."}, clock_settings},
    {{"clock-kept", "genmove respects the remaining time."}, clock_kept},
});

}  // namespace

void pass_refused(CheckedGtpEngine& engine) {
  engine.expect_refusal("play b pass", kIllegal);
  engine.play_opening(1);
  engine.expect_refusal("play w PASS", kIllegal);
  engine.play_opening(1);
}

std::span<const GtpCheck> gtp_game_checks() { return kGtpGameChecks; }

}  // namespace trivium::check
