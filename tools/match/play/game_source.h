// Selects the next game of a tournament: the games of the schedule in order, without those in the
// journal. A Swiss round starts after all games of the previous one have ended. In a journal that
// several runners share, the source claims an encounter after the other, so that all games of an
// encounter are played on one machine.
//
// The pairings of a Swiss round are stored in the journal, because its games change the standings
// that they were computed from. Not thread-safe; the runner calls it under its lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
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
  /// in the standings, and games that other runners enter are added there; of a shared journal
  /// `paired` tells how many Swiss rounds have their byes in the standings. The source adds new
  /// byes to the standings, but no games. Fails if the numbers in `options` contradict each other.
  static Result<GameSource> make(const ScheduleOptions& options, Ledger& journal,
                                 Standings& standings,
                                 std::size_t paired = std::numeric_limits<std::size_t>::max());

  /// Number of games to play: of the whole tournament, or of the part that is played here.
  std::uint64_t size() const noexcept { return schedule_.size_of_part(); }
  const Schedule& schedule() const noexcept { return schedule_; }

  struct Next {
    std::optional<ScheduledGame> game;  ///< empty: no game now
    /// True: ask again after a running game ends; in a shared journal also after some time.
    bool wait = false;
  };
  /// Returns the next unplayed game. Fails if the journal cannot be read or written.
  Result<Next> next();
  /// Call it for each game from next(), after the game has been stored in the journal or abandoned.
  /// An abandoned game is not offered again in this run.
  void returned() noexcept { --running_; }

 private:
  GameSource(const Schedule& schedule, Ledger& journal, Standings& standings, std::size_t paired)
      : schedule_(schedule), journal_(&journal), standings_(&standings), paired_(paired) {}

  /// Returns the lowest number from `from` on whose game is in the part and not in the journal.
  std::uint64_t first_open(std::uint64_t from) const;
  Next started(std::uint64_t number);
  /// True while games of paired Swiss rounds are running.
  bool round_is_running() const;
  // These functions throw format::LoadError.
  Next next_claimed(Sharing& sharing);
  /// Returns how many encounters can be claimed: in Swiss those of paired rounds.
  std::uint64_t claimable();
  /// Pairs the next Swiss round; false while games of earlier rounds are running.
  bool pair_round();

  Schedule schedule_;
  Ledger* journal_;
  Standings* standings_;
  std::size_t paired_;                 ///< Swiss rounds whose byes the caller has counted
  std::vector<SwissRound> rounds_;     ///< Swiss rounds paired so far
  std::deque<std::uint64_t> claimed_;  ///< games of claimed encounters, not yet offered
  std::uint64_t next_ = 0;             ///< all lower numbers have been offered or played
  std::uint64_t running_ = 0;          ///< games from next() without a call of returned()
};

}  // namespace trivium::match
