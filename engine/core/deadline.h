// When a search should end, and when it must.
//
// Each game makes a Deadline from the limits of a move, with its own rules for the clock
// (chess/search/time_manager.h, connect6/search/turn_time.h, reversi/search/move_time.h). This file
// holds what games share: the reserve on a clock, even shares of it, a fixed time for a move, and
// infinite searches, which have no deadline.
// While the player ponders no deadline passes, because SearchControl::elapsed() is zero.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "engine/core/limits.h"

namespace trivium {

/// Maximum of the move overhead that a user can set (see make_deadline()).
inline constexpr Milliseconds kMaxMoveOverhead{5000};

/// Times since the search's clock started. A time that is not set does not limit the search.
struct Deadline {
  using Duration = std::chrono::microseconds;

  /// Time after which a search should end if it is sure of its move; chess scales it during the
  /// search. Set only for a clock, where time saved now can be used later.
  std::optional<Duration> optimum{};
  std::optional<Duration> maximum{};

  /// True if the optimum has passed.
  bool is_late(std::chrono::nanoseconds elapsed) const noexcept {
    return optimum && elapsed >= *optimum;
  }
  /// True if the search must end.
  bool is_over(std::chrono::nanoseconds elapsed) const noexcept {
    return maximum && elapsed >= *maximum;
  }

  /// Returns the deadline of the first phase of a search, which ends after `percent` of the
  /// maximum.
  Deadline phase(int percent) const noexcept {
    return {.maximum = maximum ? std::optional(*maximum * percent / 100) : std::nullopt};
  }
};

/// Returns `time`, at least zero and at most a year, so that sums do not overflow.
constexpr Deadline::Duration bounded(Milliseconds time) noexcept {
  return std::clamp<Milliseconds>(time, Milliseconds::zero(), std::chrono::hours(24 * 365));
}

/// Returns the part of `time` that may be used if `reserve` must remain: at least one eighth of
/// `time` and at least one millisecond, so that an exhausted clock still allows a sensible move.
constexpr Deadline::Duration usable_time(Milliseconds time, Deadline::Duration reserve) noexcept {
  const Deadline::Duration whole = bounded(time);
  return std::max({whole - reserve, whole / 8, Deadline::Duration(1000)});
}

/// Time that even_share() never uses of a clock, in case the machine is late.
inline constexpr Milliseconds kClockReserve{20};

/// Returns an even share of the clock for each of the next `turns` turns, plus the increment, but
/// at most half the clock. If time is added after fewer turns, divides by these. The optimum is
/// `begin_percent` of the share: an iteration that begins later would probably not finish, because
/// it takes longer than all earlier ones. Neither rule applies to the last turn before time is
/// added. Requires: `turns` >= 2.
inline Deadline even_share(const ClockState& clock, Milliseconds move_overhead, int turns,
                           int begin_percent) noexcept {
  if (clock.moves_to_go > 0) turns = std::min(clock.moves_to_go, turns);
  const Deadline::Duration usable =
      usable_time(clock.remaining, bounded(move_overhead) + kClockReserve);
  Deadline deadline{.maximum = std::min(usable / turns + bounded(clock.increment),
                                        turns == 1 ? usable : usable / 2)};
  if (clock.moves_to_go != 1) deadline.optimum = *deadline.maximum * begin_percent / 100;
  return deadline;
}

/// Returns the deadline of a move. `on_clock(const ClockState&)` returns the game's deadline for a
/// clock; it subtracts the overhead itself and does not throw. `move_overhead` is the time per move
/// that is lost outside the search, for example between the program and the user interface.
template <class OnClock>
Deadline make_deadline(const Limits& limits, Milliseconds move_overhead,
                       const OnClock& on_clock) noexcept {
  Deadline deadline;
  if (limits.infinite) return deadline;
  if (limits.clock) deadline = on_clock(*limits.clock);
  if (limits.move_time) {
    const Deadline::Duration time = usable_time(*limits.move_time, bounded(move_overhead));
    deadline.maximum = std::min(deadline.maximum.value_or(time), time);
  }
  return deadline;
}

}  // namespace trivium
