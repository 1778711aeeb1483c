// The memory of a tournament: an append-only SQLite database (WAL) that holds every finished game, once.
//
// A game is entered in one transaction when it is over, before anybody is told, so that a kill at any moment loses what was being played
// and nothing else; the same command again goes on with the games that are missing. A game's key is made of all that decides it:
// tournament, round, its engines in seat order (name and identity), opening, rotation, seed. A file belongs to one or more tournaments,
// told apart by name; one whose engines or rules have changed under the same name is refused.
//
// SQLite is told to sync each game to the disk (WAL, synchronous=FULL). Triggers refuse to change or delete a game, also from a SQLite
// shell. Every game carries a SHA-256 over all that is said of it, so that a damaged one is known when it is read. Tables (schema 2):
//
//   tournaments(id, name, rules)        engines(tournament, place, name, identity)        facts(tournament, name, value)
//   games(tournament, number, key, encounter, round, rotation, opening, seed, seats, points, ending, body, checksum)
//
// Lists are JSON arrays; opening and seed are 64 bits, which SQLite shows with a sign. Schema 1 had the same tables, with numbers for the
// words in rules and identities: its games are read, but its tournaments cannot be gone on with, as nobody is who he was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// A game that was played.
struct JournalEntry : ScheduledGame {
  std::uint64_t seed = 0;
  std::vector<double> points;  ///< by seat: 1, 0.5, 0; in poker chips won
  std::string ending;          ///< Ending as text
  std::string body;            ///< the game: PlayedGame as JSON; in poker the log of the hands

  friend bool operator==(const JournalEntry&, const JournalEntry&) = default;
};

/// One process at a time; calls from one thread at a time.
class Journal {
 public:
  /// Opens or creates `file` and enters or finds the tournament. Errors: the file is none of ours or damaged, another process has it, or
  /// the tournament of that name is another one (the message names what differs).
  static Result<Journal> open(const std::filesystem::path& file, const TournamentIdentity& tournament);
  /// For reading only, also while somebody writes: games() and first_missing() are as of now. No file is left beside it. An empty name
  /// means the only tournament there is. The error says which there are.
  static Result<Journal> open_for_reading(const std::filesystem::path& file, const std::string& tournament);
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  const std::filesystem::path& file() const noexcept;
  const TournamentIdentity& tournament() const noexcept;

  /// Enters a game; on disk when this returns. Entering a key or a number again is an error and changes nothing. After any error (a full
  /// disk) the journal is as before and the call can be made again.
  Status record(const JournalEntry& entry);
  bool has(std::uint64_t number) const;
  std::uint64_t games() const;
  /// The lowest number from `from` on that is not there.
  std::uint64_t first_missing(std::uint64_t from = 0) const;

  /// All games in the order of their numbers, in constant memory, until `visit` says false. An error where a game is damaged.
  Status for_each(const std::function<bool(const JournalEntry&)>& visit, std::uint64_t from = 0) const;

  /// Small facts about the run that must survive it ("swiss.round.3": its pairings). A new value replaces the old one.
  Status set_fact(const std::string& name, const std::string& value);
  /// Nothing where it was never set. The error: the journal cannot be read.
  Result<std::optional<std::string>> fact(const std::string& name) const;

 private:
  struct Impl;
  explicit Journal(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::match
