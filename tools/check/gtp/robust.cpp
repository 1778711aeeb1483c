#include <array>
#include <fmt/format.h>
#include <string>

#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

using std::chrono::seconds;

void judge_end(CheckedGtpEngine& engine, const std::optional<client::ExitStatus>& status,
               std::string_view after) {
  if (!status) engine.give_up(Severity::kError, fmt::format("it still runs after {}", after));
  if (!status->clean())
    engine.found(Severity::kWarning, fmt::format("it {} after {}", status->words(), after));
}

void garbage_refused(CheckedGtpEngine& engine) {
  engine.play_opening(1);
  for (const std::string_view line :
       {"\xff\xfe\x80", "%s%n%s%n", "\"", "1 2 3", "99999999999999999999 name", "play play play"}) {
    if (engine.ask(line).success)
      engine.found(Severity::kWarning, fmt::format("'{}' is not rejected", line));
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

void start_thinking(CheckedGtpEngine& engine) {
  engine.new_game();
  engine.play_opening(1);
  if (engine.knows("time_settings")) engine.demand("time_settings 600 0 0");
  engine.send("genmove w");
}

void quit_ends(CheckedGtpEngine& engine) {
  engine.demand("quit");
  judge_end(engine, engine.exit_status(kLeavingPatience), "quit");
}

void end_of_input(CheckedGtpEngine& engine) {
  judge_end(engine, engine.end_of_input(kLeavingPatience), "the end of its input");
  engine.restart();
  start_thinking(engine);
  judge_end(engine, engine.end_of_input(kLeavingPatience), "the end of its input during genmove");
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
  constexpr int kWarmUp = 20;
  constexpr int kGames = 200;
  constexpr std::uint64_t kAllowed = 8U << 20;
  constexpr double kMegabyte = 1U << 20;
  std::optional<std::uint64_t> before;
  for (int game = 0; game < kGames; ++game) {
    short_game(engine, game);
    if (game == kWarmUp) before = engine.resident_memory();
  }
  const std::optional<std::uint64_t> after = engine.resident_memory();
  if (!before || !after) engine.leave_out("the memory of processes cannot be read here");
  if (*after > *before + kAllowed) {
    engine.found(Severity::kError,
                 fmt::format("from {:.1f} MiB after {} games to {:.1f} MiB after {}",
                             static_cast<double>(*before) / kMegabyte, kWarmUp + 1,
                             static_cast<double>(*after) / kMegabyte, kGames));
  }
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
