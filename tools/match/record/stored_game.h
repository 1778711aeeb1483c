// The columns of a stored game that every ledger computes alike: its key, its lists as text, and
// the checksum of its row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "tools/match/record/ledger.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Returns the key of a game: a hash of everything that decides it. Requires: its seats are engines
/// of the tournament.
std::string key_of(const TournamentIdentity& tournament, const JournalEntry& entry);

/// True if every seat of the game has an engine of the tournament.
bool has_engines(const TournamentIdentity& tournament, const JournalEntry& entry);

struct StoredGame {
  std::string key;
  std::string seats;     ///< JSON array
  std::string points;    ///< JSON array
  std::string checksum;  ///< SHA-256 over the key and all contents, as hex
};

/// Returns the columns of a game with this key.
StoredGame stored(std::string key, const JournalEntry& entry);

/// Columns of a stored game as game_in() reads them: six numbers, then six texts.
inline constexpr const char* kGameColumns =
    "number, encounter, round, rotation, opening, seed, seats, points, ending, body, key, checksum";

/// Returns the game in a row of kGameColumns, whose cells `number` and `text` return. Throws
/// format::LoadError, with the name of the place of the games, if its checksum does not match.
JournalEntry game_in(const std::string& place,
                     const std::function<std::int64_t(int column)>& number,
                     const std::function<std::string_view(int column)>& text);

}  // namespace trivium::match
