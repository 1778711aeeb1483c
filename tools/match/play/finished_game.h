// A finished game of any kind: written to the journal, and read from it for standings and reports.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/play/poker/poker_block.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

using FinishedGame = std::variant<PlayedGame, PlayedBlock>;

/// Converts the games of one tournament. Immutable; thread-safe.
class GameKeeper {
 public:
  /// `poker_game` is empty for board games.
  explicit GameKeeper(std::optional<poker::GameDefinition> poker_game)
      : poker_game_(std::move(poker_game)) {}
  /// Fails if there is no such poker game.
  static Result<GameKeeper> make(Game game, const std::string& poker_game);

  JournalEntry entry(const ScheduledGame& game, const FinishedGame& finished,
                     std::uint64_t seed) const;
  /// Fails if the body is invalid; the error names the game.
  Result<FinishedGame> read(const JournalEntry& entry) const;
  void add(Standings& standings, const ScheduledGame& game, const FinishedGame& finished) const;
  /// Adds all games of the journal and the byes of its Swiss rounds. Fails at the first damaged
  /// game.
  Status add_all(Standings& standings, const Journal& journal) const;
  /// The result refers to `finished`.
  GameResult result(const FinishedGame& finished) const;

  /// Requires: a poker tournament.
  const poker::GameDefinition& poker_game() const { return *poker_game_; }

 private:
  std::optional<poker::GameDefinition> poker_game_;
};

/// Returns how an engine was lost in the game: crash, disconnect, stall or failure to start. Empty
/// if none was; illegal or late moves lose games, not engines.
std::optional<Ending> loss_of_engine(const FinishedGame& finished);

}  // namespace trivium::match
