// A game that is over, whatever was played: from the table into the journal, and out of it again into standings and reports.
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

/// Knows the games of one tournament. Immutable; any thread.
class GameKeeper {
 public:
  /// For the poker game, or for a board game where there is none.
  explicit GameKeeper(std::optional<poker::GameDefinition> poker_game) : poker_game_(std::move(poker_game)) {}
  /// The error says that there is no such poker game.
  static Result<GameKeeper> make(Game game, const std::string& poker_game);

  JournalEntry entry(const ScheduledGame& game, const FinishedGame& finished, std::uint64_t seed) const;
  /// The error names the game and says what is wrong with its body.
  Result<FinishedGame> read(const JournalEntry& entry) const;
  void add(Standings& standings, const ScheduledGame& game, const FinishedGame& finished) const;
  /// Every game of the journal, and the byes of its Swiss rounds. The error names the first that is damaged.
  Status add_all(Standings& standings, const Journal& journal) const;
  /// Refers to `finished`.
  GameResult result(const FinishedGame& finished) const;

  /// Only in poker tournaments.
  const poker::GameDefinition& poker_game() const { return *poker_game_; }

 private:
  std::optional<poker::GameDefinition> poker_game_;
};

/// How an engine was lost in the game: by a crash, a disconnect, a stall, or as it did not start. Nothing where none was; wrong or late
/// moves lose games, not engines.
std::optional<Ending> loss_of_engine(const FinishedGame& finished);

}  // namespace trivium::match
