// One finished game of a poker tournament: a block of deals, hand by hand, with the faults of
// players.
//
// As text (the journal's body) a block is the log of an ACPC dealer with extra comments. So any
// program that reads such logs can read it, and blocks can be concatenated. The lines:
//
//   # name/game/hands/seed NAME GAME 1000 7
//   STATE:0:cr300c/cr300c/r20000c/:...:300|-300:Alice|Bob
//   # expected 0 118.18181818181819|-118.18181818181819
//   SCORE:300|-300:Alice|Bob
//   # used 51234|1234567
//   # fault 1 17 3 crash: ended by signal 11
//   # evidence said: MATCHSTATE:...
//
// - expected: hand, and chips expected by position; only if they differ from the chips won
// - used: thinking time by seat, in microseconds
// - fault: seat (from 0), first hand, number of occurrences, kind, text
// - evidence: one line for the fault above it
//
// Players rotate by one position per hand, as with the ACPC server: position p of hand h is seat
// (p + h) mod players.
#pragma once

#include <chrono>
#include <cstddef>
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

/// One hand of a block.
struct BlockHand {
  std::string state;        ///< its STATE line
  std::vector<double> won;  ///< chips won, by seat
  /// Chips won, by seat, averaged over the cards after the last decision (all_in_expectation.h).
  std::vector<double> expected;

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
  /// Returns the kind of the first fault; kRules if there is none.
  Ending ending() const noexcept { return faults.empty() ? Ending::kRules : faults.front().kind; }
  friend bool operator==(const PlayedBlock&, const PlayedBlock&) = default;
};

/// Winnings by hand and seat, [hand][seat], in thousandths of a big blind: the input of
/// Standings::add_block().
struct BlockWinnings {
  std::vector<std::vector<double>> raw;
  std::vector<std::vector<double>> expected;
};

/// Returns chips by seat of those by position in hand number `hand`.
template <class Positions>
std::vector<double> by_seat(const Positions& by_position, std::size_t hand, std::size_t players) {
  std::vector<double> result(players);
  for (std::size_t position = 0; position < players; ++position)
    result[(position + hand) % players] = by_position[position];
  return result;
}

/// Converts the chips of `block`.
BlockWinnings winnings(const PlayedBlock& block, const poker::GameDefinition& game);
/// Returns the result on one line: "Alice +12.5 mbb/g, Bob -12.5 mbb/g, 1000 hands; Bob: crash".
std::string summary(const PlayedBlock& block, const poker::GameDefinition& game);

/// Writes a block as the log described above.
std::string to_text(const PlayedBlock& block);
/// Parses to_text()'s text. The error names the line.
Result<PlayedBlock> parse_block(std::string_view text, const poker::GameDefinition& game);

/// Returns `name` with '_' in place of ':', '|' and control characters, which STATE lines cannot
/// hold; "_" if it is empty.
std::string log_name(std::string_view name);

}  // namespace trivium::match
