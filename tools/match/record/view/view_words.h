// Output lines in the format of fastchess, for scripts that parse it.
//
//   Started game 1 of 200 (A vs B)
//   Finished game 1 (A vs B): 1-0 {White mates}
//   Results of A vs B (10+0.1, 1t, 64MB, book.epd):
//   Elo: 34.86 +/- 124.10, nElo: 71.80 +/- 215.34 ...
//
// Only the format is that of fastchess. The figures are those of the report (report.h): Elo and LOS
// (likelihood of superiority) are computed from pairs if games come in pairs. A sequential test has
// no fixed number of games, so the total is "at most N". Figures are never "nan"; infinite ones are
// "inf".
// Source: the output of fastchess.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// Speed and remaining time of a run, from the games of this run only.
struct Pace {
  using Time = std::chrono::steady_clock::time_point;

  std::chrono::seconds elapsed(Time now) const noexcept {
    return std::chrono::duration_cast<std::chrono::seconds>(now - start);
  }
  /// Returns the estimated time until all games are played; empty before a game of this run ended.
  std::optional<std::chrono::seconds> left(const RunProgress& progress, Time now) const noexcept;

  Time start{};
};

/// Writes `text` to `file` and flushes the file.
void write_now(std::FILE* file, const std::string& text);

/// Formats a time: "0:00:07", "26:03:12".
std::string hours_minutes_seconds(std::chrono::seconds time);

/// Returns "37 of 200 games (12 played before), 2 running, 0:03:12 so far, about 0:14:20 left". For
/// a sequential test, whose length is unknown, the remaining time is omitted: "37 of at most
/// 1000000 games, 0:03:12 so far".
std::string progress_words(const Pace& pace, const Tournament& tournament,
                           const RunProgress& progress, Pace::Time now);
/// Returns the text after the end: "37 of 200 games (12 played before) in 0:03:12".
std::string ended_words(const Pace& pace, const Tournament& tournament, const RunProgress& progress,
                        Pace::Time now);

/// Returns "1-0", "0-1" or "1/2-1/2". The first number has the points of the side that moves first
/// in the game's start position: White in chess, Black in Connect-6 and Reversi.
std::string result_word(Outcome for_first);

/// Returns the reason of the end of a game: "White mates", "Black loses on time: ...". Uses the
/// words of fastchess for endings that fastchess has.
std::string reason_in_words(Game game, const PlayedGame& played);

/// Returns the unit of progress: "games", in poker "blocks".
std::string_view games_word(const Tournament& tournament) noexcept;

/// Returns the total number of games for output: "200", in a sequential test "at most 1000000".
std::string games_in_all(const Tournament& tournament, std::uint64_t total);

/// Returns the names of the players in the order of the seats: "A vs B".
std::string players_of(const Tournament& tournament, const ScheduledGame& game);

/// Returns the progress of a block of poker: "350 of 1000 hands".
std::string hands_words(const Tournament& tournament, std::uint32_t hands);

// The following functions return lines without line end unless stated otherwise.

/// Returns "Started game 1 of 200 (A vs B)".
std::string started_line(const Tournament& tournament, const ScheduledGame& game,
                         std::uint64_t total);
/// Returns "Finished game 1 (A vs B): 1-0 {White mates}". In poker `played` is null, and `summary`
/// replaces the result.
std::string finished_line(const Tournament& tournament, const ScheduledGame& game,
                          const PlayedGame* played, const std::string& summary);
/// Returns the message of a run that found no game left to play: where the games are and how to
/// start again. Returns an empty text for any other run.
std::string nothing_left_line(const Tournament& tournament, const Standings& standings,
                              const RunProgress& progress);
/// Returns the result of a match of two engines from the first one's view: several lines with line
/// ends.
std::string match_lines(const Tournament& tournament, const PairingScore& score);

}  // namespace trivium::match
