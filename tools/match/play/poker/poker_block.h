// One finished game of a poker tournament: a block of deals, hand by hand, and what went wrong at the table.
//
// As text (the journal's body) it is the log that an ACPC dealer writes, with comments for what such a log cannot say, so that any
// program which reads logs reads it, and logs of many blocks in a row are a log again:
//
//   # name/game/hands/seed NAME GAME 1000 7
//   STATE:0:cr300c/cr300c/r20000c/:...:300|-300:Alice|Bob
//   # expected 0 118.18181818181819|-118.18181818181819     by position, where that is not what was won
//   SCORE:300|-300:Alice|Bob
//   # used 51234|1234567                                    microseconds, by seat
//   # fault 1 17 3 crash: ended by signal 11                seat from 0, first hand, how often
//   # evidence said: MATCHSTATE:...                         of the fault above
//
// Players move on by one position a hand, as with the ACPC server: position p of hand h is seat (p + h) mod players.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/record/played_game.h"

namespace trivium::match {

/// What a player did wrong; the hands were played to the end all the same, with checks and folds for one who was not there.
struct BlockFault {
  int seat = 0;
  Ending kind = Ending::kCrash;
  std::uint32_t hand = 0;             ///< the first time
  std::uint64_t times = 1;            ///< in the block
  std::string text;                   ///< of the first time, one line
  std::vector<std::string> evidence;  ///< of the first time

  friend bool operator==(const BlockFault&, const BlockFault&) = default;
};

/// Chips by seat.
struct BlockHand {
  std::string state;  ///< its STATE line
  std::vector<double> won;
  std::vector<double> expected;  ///< with the cards after the last decision averaged: all_in_expectation.h

  friend bool operator==(const BlockHand&, const BlockHand&) = default;
};

struct PlayedBlock {
  std::vector<std::string> header;   ///< comments that the log begins with
  std::vector<std::string> players;  ///< by seat, as the lines name them
  std::vector<BlockHand> hands;
  std::vector<std::chrono::microseconds> used;  ///< time, by seat
  std::vector<BlockFault> faults;               ///< at most one of a kind for each seat, in order of seats

  /// Chips won in the whole block, by seat.
  std::vector<double> chips() const;
  /// kRules, or that of the first fault.
  Ending ending() const noexcept { return faults.empty() ? Ending::kRules : faults.front().kind; }
  friend bool operator==(const PlayedBlock&, const PlayedBlock&) = default;
};

/// [hand][seat], in thousandths of a big blind: what Standings::add_block() takes.
struct BlockWinnings {
  std::vector<std::vector<double>> raw;
  std::vector<std::vector<double>> expected;
};

BlockWinnings winnings(const PlayedBlock& block, const poker::GameDefinition& game);
/// "Alice +12.5 mbb/g, Bob -12.5 mbb/g, 1000 hands; Bob: crash".
std::string summary(const PlayedBlock& block, const poker::GameDefinition& game);

std::string to_text(const PlayedBlock& block);
/// The block again, equal in all parts. The error names the line.
Result<PlayedBlock> parse_block(std::string_view text, const poker::GameDefinition& game);

/// A name as STATE lines can hold it: '_' for what would end it there.
std::string log_name(std::string_view name);

}  // namespace trivium::match
