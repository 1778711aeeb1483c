// Finished games of Reversi on a board of 8, for learners: read from WTHOR files, SGF, GGF and
// transcripts, and checked move by move.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "engine/reversi/rules/position.h"
#include "learning/harness/manifest.h"

namespace trivium::learning::records {

struct ReversiGame {
  std::vector<reversi::Move> moves;  ///< to the end of the game, with all passes
  int score = 0;                     ///< final score for Black, in discs
  /// Score for Black with best play from the position with `best_empty` empty squares on, as a
  /// WTHOR file states it.
  std::optional<int> best_score;
  int best_empty = 0;

  /// For Transfer.
  auto fields() noexcept { return std::tie(moves, score, best_score, best_empty); }
  friend bool operator==(const ReversiGame&, const ReversiGame&) = default;
};

struct ReversiGames {
  std::vector<ReversiGame> games;  ///< in the order of the files, without duplicates
  std::uint64_t duplicates = 0;    ///< games left out because their moves are those of another
  GamesLeftOut left_out;           ///< a game that stops early is `undecided`
  /// "FILE: CAUSE" for the first game that cannot be read or contradicts itself; empty if none
  /// does.
  std::string first_fault;

  /// Returns the numbers as text: "9 games; left out: 1 duplicate, 2 that cannot be read; the first
  /// fault is in FILE: CAUSE".
  std::string summary() const;
};

/// Reads files; their contents determine their type. A game is left out if it cannot be read, stops
/// before its end, or states another score than its discs. Throws format::LoadError if a file
/// cannot be read, is cut short, or if there is no game; the message names the first fault.
ReversiGames read_reversi_games(std::span<const std::string> files);

/// Returns a hash of the moves. It decides whether a game is held out.
std::uint64_t hash_of(const ReversiGame& game) noexcept;

}  // namespace trivium::learning::records
