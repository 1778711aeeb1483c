// Selects the next game of a tournament: the games of the schedule in order, without those in the
// journal. A Swiss round starts after all games of the previous one have ended.
//
// The pairings of a Swiss round are stored in the journal, because its games change the standings
// that they were computed from. Not thread-safe; the runner calls it under its lock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/standings/swiss.h"
#include "tools/match/setup/schedule.h"

namespace trivium::match {

class GameSource {
 public:
  /// Requires: `journal` and `standings` outlive the source; all games and byes of the journal are
  /// in the standings. The source adds new byes to the standings, but no games. Fails if the
  /// numbers in `options` contradict each other.
  static Result<GameSource> make(const ScheduleOptions& options, Ledger& journal,
                                 Standings& standings);

  /// Number of games of the whole tournament.
  std::uint64_t size() const noexcept { return schedule_.size(); }

  struct Next {
    std::optional<ScheduledGame> game;  ///< empty: no game now
    bool wait = false;                  ///< true: ask again after a running game ends
  };
  /// Returns the next unplayed game. Fails if the journal cannot be read or written.
  Result<Next> next();
  /// Call it for each game from next(), after the game has been stored in the journal or abandoned.
  /// An abandoned game is not offered again in this run.
  void returned() noexcept { --running_; }

 private:
  GameSource(const Schedule& schedule, Ledger& journal, Standings& standings)
      : schedule_(schedule), journal_(&journal), standings_(&standings) {}

  /// Pairs the next Swiss round; false while games of earlier rounds are running.
  Result<bool> pair_round();

  Schedule schedule_;
  Ledger* journal_;
  Standings* standings_;
  std::vector<SwissRound> rounds_;  ///< Swiss rounds paired so far
  std::uint64_t next_ = 0;          ///< all lower numbers have been offered or played
  std::uint64_t running_ = 0;       ///< games from next() without a call of returned()
};

}  // namespace trivium::match
