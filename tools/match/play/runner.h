// Plays a tournament: takes games from the source, has them played at several tables at once, enters them into the journal, tells
// whoever watches.
//
// A game exists for the rest of the world from the moment the journal has it. A run that was interrupted, killed or has met an error goes
// on when it is started again, with the games that are missing.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// How somebody outside ends a run early. Any thread.
class RunControl {
 public:
  /// No new games; those under way are finished.
  void finish() noexcept { finish_.request_stop(); }
  /// Games under way are broken off, and will be played anew by the next run.
  void stop() noexcept {
    finish();
    interrupt_.raise();
    stop_.request_stop();
  }

  bool finishing() const noexcept { return finish_.stop_requested(); }
  /// Requested with either.
  std::stop_token finishing_token() const noexcept { return finish_.get_token(); }
  const client::Interrupt& interrupt() const noexcept { return interrupt_; }
  /// The same for those who wait otherwise.
  std::stop_token token() const noexcept { return stop_.get_token(); }

 private:
  client::Interrupt interrupt_;
  std::stop_source finish_;
  std::stop_source stop_;
};

enum class RunEnd : std::uint8_t { kAllPlayed, kSprtH0, kSprtH1, kInterrupted };

struct RunOutcome {
  RunEnd end = RunEnd::kAllPlayed;
  Standings standings;
  RunProgress progress;
};

/// Blocks until the tournament has ended. `tournament.schedule.engines` and `.seats` are filled in here. The error says why nothing can be
/// played (a program that does not start, a book that cannot be read, another tournament of that name in the journal), or no longer (the
/// journal cannot be written, an engine is lost that may not be started anew).
Result<RunOutcome> run(Tournament tournament, Observer& observer, RunControl& control);

}  // namespace trivium::match
