// Runs a tournament: takes games from the source, plays them at several tables in parallel, stores
// them in the journal and notifies observers.
//
// A game counts once it is in the journal. A run that was interrupted, killed or failed resumes
// with the missing games when it is started again.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// Ends a run early from outside. Thread-safe.
class RunControl {
 public:
  /// Starts no new games; running games are finished.
  void finish() noexcept { finish_.request_stop(); }
  /// Aborts running games; the next run plays them again.
  void stop() noexcept {
    finish();
    interrupt_.raise();
    stop_.request_stop();
  }

  /// Requested by finish() and by stop().
  std::stop_token finishing_token() const noexcept { return finish_.get_token(); }
  /// Raised by stop(); for blocking calls that wait on a file descriptor.
  const client::Interrupt& interrupt() const noexcept { return interrupt_; }
  /// Requested by stop().
  std::stop_token token() const noexcept { return stop_.get_token(); }

 private:
  client::Interrupt interrupt_;
  std::stop_source finish_;
  std::stop_source stop_;
};

/// Why a run ended. kInterrupted: games are left.
enum class RunEnd : std::uint8_t { kAllPlayed, kSprtH0, kSprtH1, kInterrupted };

struct RunOutcome {
  RunEnd end = RunEnd::kAllPlayed;
  Standings standings;
  RunProgress progress;
};

/// Runs the tournament; blocks until it has ended. Members that follow from others need not be set:
/// engines and seats of the schedule, name of the journal. Fails if no game can be played (an
/// engine does not start, a book cannot be read, the journal has another tournament of that name)
/// or play cannot continue (the journal cannot be written, an engine was lost and `recover` is
/// false).
Result<RunOutcome> run(Tournament tournament, Observer& observer, RunControl& control);

}  // namespace trivium::match
