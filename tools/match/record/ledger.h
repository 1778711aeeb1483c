// Ledger of a tournament: stores each finished game once, and small facts about the run.
//
// This is the seam between tournaments and the place of their games: journal.h stores them in a
// file, for one run at a time; shared/shared_ledger.h in a database, for several runs on several
// machines. Readers of games and facts know only this class.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/record/number_set.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"
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

/// Code of the error of Ledger::record() for a game that another runner has entered before.
inline constexpr const char* kLateGame = "match.journal.late";

/// Part of a ledger that several runners share.
///
/// A runner claims an encounter before it plays its games. While it lives, the claim is renewed; if
/// it is killed, the claim runs out and another runner claims the encounter. So two runners may
/// play one game: the result that comes first counts, and the ledger keeps the other as evidence.
class Sharing {
 public:
  virtual ~Sharing() = default;

  /// Claims the first encounter below `end` that no runner has claimed or played, and returns the
  /// numbers of its games that are not stored, in order. Empty if there is none now: other runners
  /// play what is left.
  virtual Result<std::vector<std::uint64_t>> claim(std::uint64_t end) = 0;
  /// Finds the games that others have entered, passes each to `visit` and counts it in has() and
  /// games().
  virtual Status refresh(const std::function<void(const JournalEntry&)>& visit) = 0;
};

/// A runner that has joined a shared tournament.
struct JoinedRunner {
  std::string host;
  std::string version;      ///< of its program
  std::string kernel;       ///< as in the name of its program: ".v3"
  double speed = 0;         ///< machine_speed(); 0: unknown
  std::uint64_t games = 0;  ///< that it has entered
  std::uint64_t late = 0;   ///< that it entered too late, which do not count
  std::string seen;         ///< when the server last heard from it
  bool has_ended = false;
};

/// One tournament, open for reading or writing. Not thread-safe.
class Ledger {
 public:
  virtual ~Ledger() = default;

  /// Returns the name of the place of the games for messages.
  virtual std::string place() const = 0;
  /// Returns the file of the games; empty if they are in no file.
  const std::filesystem::path& file() const noexcept { return file_; }
  const TournamentIdentity& tournament() const noexcept { return tournament_; }

  /// Stores a game; it is on disk on return. Fails without a change if its key or number exists; in
  /// a shared ledger with the code kLateGame. After any error (a full disk) the ledger is unchanged
  /// and the call can be repeated.
  virtual Status record(const JournalEntry& entry) = 0;
  /// True if game `number` is stored.
  bool has(std::uint64_t number) const { return numbers_.contains(number); }
  /// Returns the number of stored games.
  std::uint64_t games() const { return numbers_.size(); }
  /// Returns the lowest number from `from` on whose game is not stored.
  std::uint64_t first_missing(std::uint64_t from = 0) const { return numbers_.first_missing(from); }

  /// Visits the games with numbers from `from` on, in ascending order and in constant memory, until
  /// `visit` returns false. Fails at a damaged game.
  virtual Status for_each(const std::function<bool(const JournalEntry&)>& visit,
                          std::uint64_t from = 0) const = 0;

  /// Stores a small fact about the run ("swiss.round.3": its pairings), replacing the old value.
  virtual Status set_fact(const std::string& name, const std::string& value) = 0;
  /// Returns a fact; empty if it was never set. Fails if the ledger cannot be read.
  virtual Result<std::optional<std::string>> fact(const std::string& name) const = 0;
  /// Replaces a fact by `change` of its value, which is empty if it was never set. No other runner
  /// can change it in between. `change` may be called several times. Returns the new value.
  virtual Result<std::string> change_fact(
      const std::string& name,
      const std::function<std::string(const std::optional<std::string>&)>& change) = 0;

  /// Returns the runners of a shared ledger in the order in which they joined; of others nothing.
  virtual Result<std::vector<JoinedRunner>> runners() const { return std::vector<JoinedRunner>(); }
  /// Returns the shared part, which the ledger owns; null if one run at a time has the ledger.
  virtual Sharing* sharing() noexcept { return nullptr; }

 protected:
  explicit Ledger(TournamentIdentity tournament, std::filesystem::path file = {})
      : tournament_(std::move(tournament)), file_(std::move(file)) {}
  Ledger(Ledger&&) noexcept = default;
  Ledger& operator=(Ledger&&) noexcept = default;

  NumberSet numbers_;  ///< numbers of the stored games; of a shared ledger, those that it knows

 private:
  TournamentIdentity tournament_;
  std::filesystem::path file_;
};

/// Returns the name of this machine; "?" if it has none.
std::string host_name();

/// A run as one of the runners of a shared tournament.
struct RunnerOptions {
  int games_per_encounter = 2;
  /// Time after which a claim runs out unless its runner renews it, by the clock of the server.
  std::chrono::milliseconds lease{60'000};
  // Recorded with the runner:
  std::string host;
  std::string version;      ///< of this program
  std::string program;      ///< SHA-256 of this program, as hex
  std::string kernel;       ///< as in the name of this program: ".v3"
  unsigned processors = 0;  ///< 0: unknown
  double speed = 0;         ///< machine_speed(); 0: unknown
  SpeedRule speed_rule = SpeedRule::kAny;
  std::stop_token stop;  ///< ends waiting for a server
  /// Receives one line for the user, from any thread that uses the ledger. May be empty.
  std::function<void(const std::string&)> warn = {};
};

/// Opens the ledger at `place` for writing: a file by Journal::open(), a database
/// (postgresql://...) by open_shared_ledger(). `runner` is for databases.
Result<std::unique_ptr<Ledger>> open_ledger(const std::filesystem::path& place,
                                            const TournamentIdentity& tournament,
                                            const RunnerOptions& runner = {});
/// Opens the ledger at `place` for reading: Journal::open_for_reading(), read_shared_ledger().
Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament);

}  // namespace trivium::match
