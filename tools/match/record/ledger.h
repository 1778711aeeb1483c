// Ledger of a tournament: stores each finished game once, and small facts about the run.
//
// This is the seam between tournaments and the place of their games: journal.h stores them in a
// file, for one run at a time. Readers of games and facts know only this class.
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

/// A finished game.
struct JournalEntry : ScheduledGame {
  std::uint64_t seed = 0;
  std::vector<double> points;  ///< by seat: 1, 0.5, 0; in poker: chips won
  std::string ending;          ///< Ending as text
  std::string body;            ///< PlayedGame as JSON; in poker the log of the hands

  friend bool operator==(const JournalEntry&, const JournalEntry&) = default;
};

/// One tournament, open for reading or writing. Not thread-safe.
class Ledger {
 public:
  virtual ~Ledger() = default;

  /// Returns the name of the place of the games for messages.
  virtual std::string place() const = 0;
  /// Returns the file of the games; empty if they are in no file.
  virtual const std::filesystem::path& file() const noexcept = 0;
  virtual const TournamentIdentity& tournament() const noexcept = 0;

  /// Stores a game; it is on disk on return. Fails without a change if its key or number exists.
  /// After any error (a full disk) the ledger is unchanged and the call can be repeated.
  virtual Status record(const JournalEntry& entry) = 0;
  /// True if game `number` is stored.
  virtual bool has(std::uint64_t number) const = 0;
  /// Returns the number of stored games.
  virtual std::uint64_t games() const = 0;
  /// Returns the lowest number from `from` on whose game is not stored.
  virtual std::uint64_t first_missing(std::uint64_t from = 0) const = 0;

  /// Visits the games with numbers from `from` on, in ascending order and in constant memory, until
  /// `visit` returns false. Fails at a damaged game.
  virtual Status for_each(const std::function<bool(const JournalEntry&)>& visit,
                          std::uint64_t from = 0) const = 0;

  /// Stores a small fact about the run ("swiss.round.3": its pairings), replacing the old value.
  virtual Status set_fact(const std::string& name, const std::string& value) = 0;
  /// Returns a fact; empty if it was never set. Fails if the ledger cannot be read.
  virtual Result<std::optional<std::string>> fact(const std::string& name) const = 0;

 protected:
  Ledger() = default;
  Ledger(Ledger&&) noexcept = default;
  Ledger& operator=(Ledger&&) noexcept = default;
};

/// Opens the ledger at `place`, the name of a file, for writing: Journal::open().
Result<std::unique_ptr<Ledger>> open_ledger(const std::filesystem::path& place,
                                            const TournamentIdentity& tournament);
/// Opens the ledger at `place` for reading: Journal::open_for_reading().
Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament);

}  // namespace trivium::match
