// The memory of a tournament: an append-only SQLite database (WAL) that holds every finished game, once.
//
// A game is entered in one transaction when it is over, before anybody is told, so that a kill at any moment loses what was being played
// and nothing else; the same command again goes on with the games that are missing. A game's key is made of all that decides it:
// tournament, round, the identities of its engines in seat order, opening, rotation, seed. A file belongs to one or more tournaments, told
// apart by name; one whose engines or rules have changed under the same name is refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

/// What makes a tournament the same one when its command is given again.
struct TournamentIdentity {
  std::string name;
  std::string
      rules;  ///< JSON: game, format, openings (with hash), time controls, adjudication, seed: all that decides games but not how many
  std::vector<std::string> engines;     ///< names in order
  std::vector<std::string> identities;  ///< engine_identity() of each
};

struct JournalEntry {
  std::uint64_t number = 0;  ///< ScheduledGame
  std::uint64_t encounter = 0;
  std::uint32_t round = 0;
  int rotation = 0;
  std::uint64_t opening = 0;
  std::uint64_t seed = 0;
  std::vector<int> seats;
  std::vector<double> points;  ///< by seat: 1, 0.5, 0; in poker chips won
  std::string ending;          ///< Ending as text
  std::string body;            ///< the game: PlayedGame as JSON; in poker the log of the hands
};

/// One process at a time; calls from one thread at a time.
class Journal {
 public:
  /// Opens or creates `file` and enters or finds the tournament. Errors: the file is none of ours or damaged, another process has it, or
  /// the tournament of that name is another one (the message names what differs).
  static Result<Journal> open(const std::filesystem::path& file, const TournamentIdentity& tournament);
  /// For reading only; what an unfinished run left is seen as it is. The error says which tournaments there are.
  static Result<Journal> open_for_reading(const std::filesystem::path& file, const std::string& tournament);
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  const TournamentIdentity& tournament() const noexcept;
  static Result<std::vector<std::string>> tournaments(const std::filesystem::path& file);

  /// Enters a game; on disk when this returns. Entering a key again is an error and changes nothing.
  Status record(const JournalEntry& entry);
  bool has(std::uint64_t number) const;
  std::uint64_t games() const;
  /// The lowest number from `from` on that is not there.
  std::uint64_t first_missing(std::uint64_t from = 0) const;

  /// All games in the order of their numbers, in constant memory, until `visit` says false.
  Status for_each(const std::function<bool(const JournalEntry&)>& visit, std::uint64_t from = 0) const;

  /// Small facts about the run that must survive it ("swiss.round.3": its pairings). A new value replaces the old one.
  Status set_fact(const std::string& name, const std::string& value);
  std::optional<std::string> fact(const std::string& name) const;

 private:
  struct Impl;
  explicit Journal(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace trivium::match
