// One finished game of a poker tournament: a block of deals, hand by hand, with the faults of
// players.
//
// As text (the journal's body) it is the log of an ACPC dealer with extra comments, so any program
// that reads such logs reads it, and blocks can be concatenated:
//
//   # name/game/hands/seed NAME GAME 1000 7
//   STATE:0:cr300c/cr300c/r20000c/:...:300|-300:Alice|Bob
//   # expected 0 118.18181818181819|-118.18181818181819     by position, if it differs from the
//   result SCORE:300|-300:Alice|Bob # used 51234|1234567 microseconds, by seat # fault 1 17 3
//   crash: ended by signal 11                seat from 0, first hand, count # evidence said:
//   MATCHSTATE:...                         of the fault above
//
// Players rotate by one position per hand, as with the ACPC server: position p of hand h is seat
// (p + h) mod players.
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

/// Fault of a player. The block is still played to its end; a missing player checks or folds.
struct BlockFault {
  int seat = 0;
  Ending kind = Ending::kCrash;
  std::uint32_t hand = 0;             ///< first occurrence
  std::uint64_t times = 1;            ///< occurrences in the block
  std::string text;                   ///< of the first occurrence, one line
  std::vector<std::string> evidence;  ///< of the first occurrence

  friend bool operator==(const BlockFault&, const BlockFault&) = default;
};

/// Chips won, by seat.
struct BlockHand {
  std::string state;  ///< its STATE line
  std::vector<double> won;
  std::vector<double>
      expected;  ///< averaged over the cards after the last decision: all_in_expectation.h

  friend bool operator==(const BlockHand&, const BlockHand&) = default;
};

struct PlayedBlock {
  std::vector<std::string> header;   ///< comments at the start of the log
  std::vector<std::string> players;  ///< names by seat
  std::vector<BlockHand> hands;
  std::vector<std::chrono::microseconds> used;  ///< thinking time, by seat
  std::vector<BlockFault> faults;               ///< ordered by seat, at most one of a kind per seat

  /// Chips won in the whole block, by seat.
  std::vector<double> chips() const;
  /// kRules, or the kind of the first fault.
  Ending ending() const noexcept { return faults.empty() ? Ending::kRules : faults.front().kind; }
  friend bool operator==(const PlayedBlock&, const PlayedBlock&) = default;
};

/// [hand][seat], in thousandths of a big blind: the input of Standings::add_block().
struct BlockWinnings {
  std::vector<std::vector<double>> raw;
  std::vector<std::vector<double>> expected;
};

BlockWinnings winnings(const PlayedBlock& block, const poker::GameDefinition& game);
/// "Alice +12.5 mbb/g, Bob -12.5 mbb/g, 1000 hands; Bob: crash".
std::string summary(const PlayedBlock& block, const poker::GameDefinition& game);

std::string to_text(const PlayedBlock& block);
/// Parses a block; the inverse of the writer. The error names the line.
Result<PlayedBlock> parse_block(std::string_view text, const poker::GameDefinition& game);

/// Returns a name fit for STATE lines: '_' replaces separators.
std::string log_name(std::string_view name);

}  // namespace trivium::match
