// Which game is played next: the schedule, less what the journal holds, in order; in a Swiss tournament a round only after the one before.
//
// The pairings of a Swiss round are kept in the journal when they are made, as later games would lead to others.
// Not thread-safe; the runner asks under its lock.
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
  /// `journal` and `standings` must outlive the source; all games and byes of the journal have been added to the standings (new byes are
  /// added here, games are not). The error says which numbers do not go together.
  static Result<GameSource> make(const ScheduleOptions& options, Journal& journal, Standings& standings);

  /// Games of the whole tournament.
  std::uint64_t size() const noexcept { return schedule_.size(); }

  struct Next {
    std::optional<ScheduledGame> game;  ///< nothing: there is none now
    bool wait = false;                  ///< but there will be, when running games are over
  };
  /// The next game that is neither played nor handed out. The error: the journal cannot be read or written.
  Result<Next> next();
  /// A game that was handed out is in the journal, or was given up: that one is not handed out again in this run.
  void returned() noexcept { --running_; }

 private:
  GameSource(const Schedule& schedule, Journal& journal, Standings& standings)
      : schedule_(schedule), journal_(&journal), standings_(&standings) {}

  Result<bool> pair_round();

  Schedule schedule_;
  Journal* journal_;
  Standings* standings_;
  std::vector<SwissRound> rounds_;  ///< paired so far
  std::uint64_t next_ = 0;          ///< lower numbers are played or handed out
  std::uint64_t running_ = 0;
};

}  // namespace trivium::match
