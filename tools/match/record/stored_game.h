// The columns of a stored game that every ledger computes alike: its key, its lists as text, and
// the checksum of its row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/match/record/ledger.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Returns the key of a game: a hash of everything that decides it. Requires: its seats are engines
/// of the tournament.
std::string key_of(const TournamentIdentity& tournament, const JournalEntry& entry);

/// True if every seat of the game has an engine of the tournament.
bool has_engines(const TournamentIdentity& tournament, const JournalEntry& entry);

struct StoredGame {
  std::string seats;     ///< JSON array
  std::string points;    ///< JSON array
  std::string checksum;  ///< SHA-256 over the key and all contents, as hex
};

/// Returns the columns of a game with this key.
StoredGame stored(std::string_view key, const JournalEntry& entry);

/// Parse StoredGame's arrays; stop at the first entry that is not a number.
std::vector<int> parse_seats(std::string_view text);
std::vector<double> parse_points(std::string_view text);

}  // namespace trivium::match
