// The lines that scripts look for in the output of fastchess, with our figures in them.
//
//   Started game 1 of 200 (A vs B)
//   Finished game 1 (A vs B): 1-0 {White mates}
//   Results of A vs B (10+0.1, 1t, 64MB, book.epd):
//   Elo: 34.86 +/- 124.10, nElo: 71.80 +/- 215.34 ...
//
// Elo and LOS are those of the report (report.h): from pairs where games come in pairs. A sequential test has no number of games, so they
// are counted "of at most".
// No figure is ever "nan"; one that the games set no bound to is "inf". Source of the forms: the output of fastchess.
#pragma once

#include <cstdint>
#include <string>

#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// "1-0", "0-1" or "1/2-1/2": the side that moves first in the game's own start position stands first.
std::string result_word(Outcome for_first);

/// Why the game ended, in fastchess's words where it has some: "White mates", "Black loses on time: ...".
std::string reason_in_words(Game game, const PlayedGame& played);

/// "games", in poker "blocks": what is counted.
std::string_view games_word(const Tournament& tournament) noexcept;

/// "200", in a sequential test "at most 1000000".
std::string games_in_all(const Tournament& tournament, std::uint64_t total);

/// "A vs B", in the order of the seats.
std::string players_of(const Tournament& tournament, const ScheduledGame& game);

/// "350 of 1000 hands": of a block of poker.
std::string hands_words(const Tournament& tournament, std::uint32_t hands);

// The rest are lines without line end, but where it says so.

std::string started_line(const Tournament& tournament, const ScheduledGame& game, std::uint64_t total);
/// "Game 3 (A vs B): 350 of 1000 hands": of a block of poker that is being played.
std::string hands_line(const Tournament& tournament, const ScheduledGame& game, std::uint32_t hands);
/// `played` is null in poker, where `summary` stands instead of a result.
std::string finished_line(const Tournament& tournament, const ScheduledGame& game, const PlayedGame* played, const std::string& summary);
/// At the end of a run that played nothing, as nothing was left to play: where the games are, and how to begin anew. Empty after any other.
std::string nothing_left_line(const Tournament& tournament, const Standings& standings, const RunProgress& progress);
/// The standings of a match of two engines, from the first one's view: several lines with line ends.
std::string match_lines(const Tournament& tournament, const PairingScore& score);

}  // namespace trivium::match
