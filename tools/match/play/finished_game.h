// A finished game of any kind, its conversion to and from journal entries, and its result for
// standings and reports.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/play/poker/poker_block.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// A board game, or a block of poker hands.
using FinishedGame = std::variant<PlayedGame, PlayedBlock>;

/// Converts the finished games of one tournament: to and from journal entries, to standings and to
/// results. Immutable; thread-safe.
class GameCodec {
 public:
  /// Creates the object for a poker game; empty for board games.
  explicit GameCodec(std::optional<poker::GameDefinition> poker_game)
      : poker_game_(std::move(poker_game)) {}
  /// Creates the object for a tournament in `game`. `poker_game` is a name or file for
  /// poker::game_named(); board games ignore it. Fails if there is no such poker game.
  static Result<GameCodec> make(Game game, const std::string& poker_game);

  /// Returns the journal entry of a game that was played with `seed`.
  JournalEntry entry(const ScheduledGame& game, const FinishedGame& finished,
                     std::uint64_t seed) const;
  /// Returns the game of a journal entry. Fails if its body is invalid; the error names the game.
  Result<FinishedGame> read(const JournalEntry& entry) const;
  /// Adds a game to `standings`.
  void add(Standings& standings, const ScheduledGame& game, const FinishedGame& finished) const;
  /// Adds all games of the journal and the byes of its Swiss rounds to `standings`. Returns how
  /// many rounds are paired. Fails at the first game that cannot be read.
  Result<std::size_t> add_all(Standings& standings, const Ledger& journal) const;
  /// Returns the result for observers. It points to `finished`, which must outlive it.
  GameResult result(const FinishedGame& finished) const;

  /// Returns the game of a poker tournament. Requires: it is one.
  const poker::GameDefinition& poker_game() const { return *poker_game_; }

 private:
  std::optional<poker::GameDefinition> poker_game_;
};

/// Returns the ending of the game if an engine failed in it: crash, disconnect, stall or failure to
/// start. Empty if none failed. Illegal or late moves lose a game, but are not failures of an
/// engine.
std::optional<Ending> engine_failure(const FinishedGame& finished);

/// Returns what the journal has of its tournament besides games, with the sequential test.
Result<Recollection> recollect(const Ledger& journal);

/// State of a tournament read from its journal, without playing; works while the tournament runs.
struct Replay {
  /// Only what the journal has: name, game, engine names, format, games per encounter, hands per
  /// block, sequential test.
  Tournament tournament;
  Standings standings;
};

/// Reads all games. Fails if a game is damaged or the stored rules cannot be read.
Result<Replay> replay(const Ledger& journal);

}  // namespace trivium::match
