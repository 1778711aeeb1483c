// Selects the next game: the schedule in order, without the games in the journal. A Swiss round
// starts after the previous one has ended.
//
// Pairings of a Swiss round are stored in the journal, since later games would change them.
// Not thread-safe; the runner calls it under its lock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/standings/swiss.h"
#include "tools/match/setup/schedule.h"

namespace trivium::match {

class GameSource {
 public:
  /// Requires: `journal` and `standings` outlive the source; all games and byes of the journal are
  /// in the standings. New byes are added here, games are not. Fails if numbers contradict each
  /// other.
  static Result<GameSource> make(const ScheduleOptions& options, Journal& journal,
                                 Standings& standings);

  /// Number of games of the whole tournament.
  std::uint64_t size() const noexcept { return schedule_.size(); }

  struct Next {
    std::optional<ScheduledGame> game;  ///< empty: no game now
    bool wait = false;                  ///< true: ask again after a running game ends
  };
  /// Returns the next unplayed game. Fails if the journal cannot be read or written.
  Result<Next> next();
  /// Reports that a returned game is in the journal or was given up; it is not returned again.
  void returned() noexcept { --running_; }

 private:
  GameSource(const Schedule& schedule, Journal& journal, Standings& standings)
      : schedule_(schedule), journal_(&journal), standings_(&standings) {}

  Result<bool> pair_round();

  Schedule schedule_;
  Journal* journal_;
  Standings* standings_;
  std::vector<SwissRound> rounds_;  ///< paired so far
  std::uint64_t next_ = 0;          ///< all lower numbers have been returned or played
  std::uint64_t running_ = 0;
};

}  // namespace trivium::match
