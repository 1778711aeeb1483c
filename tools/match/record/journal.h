// Journal of a tournament: an append-only SQLite database (WAL) that stores each finished game
// once.
//
// A game is stored in one transaction when it ends, before observers are notified, so that a kill
// at any moment loses only running games; the same command resumes with the missing ones. The key
// of a game is a hash of everything that decides it: tournament, round, engines in seat order (name
// and identity), opening, rotation, seed. A file holds one or more tournaments with different
// names; a tournament that has games is rejected if its engines or rules have changed under the
// same name.
//
// SQLite syncs each game to the disk (WAL, synchronous=FULL). Triggers prevent changes and
// deletions of games, also from an SQLite shell. Every game has a SHA-256 over its contents, so
// that damage is detected when it is read. Tables (schema 2):
//
// - tournaments(id, name, rules)
// - engines(tournament, place, name, identity)
// - facts(tournament, name, value)
// - games(tournament, number, key, encounter, round, rotation, opening, seed, seats, points,
//   ending, body, checksum)
//
// Seats and points are JSON arrays; opening and seed are unsigned 64-bit numbers, which SQLite
// shows as signed. Schema 1 had the same tables with numbers in place of words in rules and
// identities: its games can be read, but its tournaments cannot be resumed, since no identity
// matches.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/core/result.h"
#include "tools/match/record/ledger.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// A journal file with one of its tournaments. At most one process has a file open for writing. Not
/// thread-safe.
class Journal final : public Ledger {
 public:
  /// Opens or creates `file` for writing and finds or adds the tournament. Fails if the file is not
  /// a journal or is damaged, another process writes it, or the tournament of that name differs
  /// (the message says how) and has games. Damage in files above 256 MB is detected when games are
  /// read.
  static Result<Journal> open(const std::filesystem::path& file,
                              const TournamentIdentity& tournament);
  /// Opens `file` for reading, also while another process writes it: has(), games() and
  /// first_missing() show the state at this call. Leaves no files. An empty name means the only
  /// tournament; if there is no such tournament, the error lists the names.
  static Result<Journal> open_for_reading(const std::filesystem::path& file,
                                          const std::string& tournament);

  std::string place() const override;
  Status record(const JournalEntry& entry) override;
  /// Runs `work`, whose calls of record() and set_fact() are stored together when it returns: all
  /// of them, or none if it throws format::LoadError, which becomes the error. Much faster than
  /// single calls, each of which waits for the disk.
  Status together(const std::function<void()>& work);
  Status for_each(const std::function<bool(const JournalEntry&)>& visit,
                  std::uint64_t from = 0) const override;
  Status set_fact(const std::string& name, const std::string& value) override;
  Result<std::optional<std::string>> fact(const std::string& name) const override;
  Result<std::string> change_fact(
      const std::string& name,
      const std::function<std::string(const std::optional<std::string>&)>& change) override;

 private:
  struct Impl;
  Journal(std::shared_ptr<Impl> impl, TournamentIdentity tournament, std::filesystem::path file);
  void load_numbers();

  std::shared_ptr<Impl> impl_;
};

}  // namespace trivium::match
