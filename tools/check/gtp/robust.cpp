#include <array>
#include <string>

#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

void garbage_refused(CheckedGtpEngine& engine) {
  engine.play_opening(1);
  for (const std::string_view line :
       {"\xff\xfe\x80", "%s%n%s%n", "\"", "1 2 3", "99999999999999999999 name", "play play play"}) {
    if (engine.ask(line).success) engine.found(kWarning, "'{}' is not rejected", line);
  }
  engine.play_opening(1);
}

void long_lines(CheckedGtpEngine& engine) {
  constexpr std::size_t kLong = 60'000;
  engine.spoil();
  engine.expect_refusal(std::string(kLong, 'x'));
  engine.expect_refusal("play b " + std::string(kLong, 'K'));
  engine.send("# " + std::string(kLong, 'y'));
  engine.demand("name");
}

void quit_ends(CheckedGtpEngine& engine) {
  engine.demand("quit");
  engine.judge_end(engine.exit_status(kLeavingPatience), "quit");
}

void end_of_input(CheckedGtpEngine& engine) {
  engine.judge_end(engine.end_of_input(kLeavingPatience), "the end of its input");
  engine.restart();
  engine.new_game();
  engine.play_opening(1);
  if (engine.knows("time_settings")) engine.demand("time_settings 600 0 0");
  engine.send("genmove w");
  engine.judge_end(engine.end_of_input(kLeavingPatience), "the end of its input during genmove");
}

/// The first moves of a game; the last ones are the program's.
void short_game(CheckedGtpEngine& engine, int number) {
  const auto& openings = engine.game().openings;
  engine.new_game();
  engine.play(openings[static_cast<std::size_t>(number) % openings.size()]);
  if (engine.knows("time_settings")) engine.demand("time_settings 0 1 100");
  for (int i = 0; i < 4 && !engine.board().over(); ++i) {
    if (!engine.genmove()) return;
  }
}

void memory_bounded(CheckedGtpEngine& engine) {
  engine.expect_bounded_memory([&engine](int game) { short_game(engine, game); });
}

constexpr auto kGtpRobustChecks = std::to_array<GtpCheck>({
    {{"garbage-refused", "Bytes that are not a command are rejected and change nothing."},
     garbage_refused},
    {{"long-lines", "Lines of any length are answered or ignored."}, long_lines},
    {{"quit-ends", "quit is answered and ends the program."}, quit_ends},
    {{"end-of-input", "The end of its input ends the program, also during genmove."}, end_of_input},
    {{"memory-bounded", "Memory does not grow from game to game.", false}, memory_bounded},
});

}  // namespace

std::span<const GtpCheck> gtp_robust_checks() { return kGtpRobustChecks; }

}  // namespace trivium::check
