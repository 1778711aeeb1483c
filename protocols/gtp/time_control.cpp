#include "protocols/gtp/time_control.h"

#include <algorithm>

namespace trivium::gtp {

using Kind = TimeSettings::Kind;

bool TimeControl::has_overtime() const noexcept {
  return (settings_.kind == Kind::kCanadian || settings_.kind == Kind::kByoYomi) &&
         settings_.count > 0;
}

void TimeControl::enter_overtime(Clock& clock) const {
  clock.left = settings_.overtime;
  clock.count = settings_.count;
}

void TimeControl::set(const TimeSettings& settings) {
  settings_ = settings;
  for (Clock& clock : clocks_) {
    clock = {settings.kind != Kind::kNone, settings.main, 0};
    if (has_overtime() && settings.main <= Milliseconds::zero()) enter_overtime(clock);
  }
}

void TimeControl::set_left(Color color, Milliseconds left, int count) {
  clock_of(color) = {true, left, count};
}

void TimeControl::charge(Color color, Milliseconds spent) {
  Clock& clock = clock_of(color);
  if (!clock.running) return;
  clock.left -= spent;
  if (clock.count == 0) {
    if (clock.left > Milliseconds::zero() || !has_overtime()) return;
    const Milliseconds overrun = -clock.left;
    enter_overtime(clock);
    if (settings_.kind == Kind::kCanadian) clock.left -= overrun;
    return;
  }
  if (settings_.kind == Kind::kByoYomi) {
    if (clock.left < Milliseconds::zero()) clock.count = std::max(1, clock.count - 1);
    clock.left = settings_.overtime;
  } else if (--clock.count == 0) {
    enter_overtime(clock);
  }
}

std::optional<ClockState> TimeControl::clock(Color color, TurnMoves turn) const {
  const Clock& clock = clock_of(color);
  if (!clock.running) return std::nullopt;
  if (clock.count == 0) {
    if (!has_overtime()) return ClockState{clock.left, Milliseconds::zero(), 0};
    // The main time may be exceeded by the overtime of this turn, which returns every turn like an
    // increment.
    Milliseconds allowance = settings_.overtime;
    if (settings_.kind == Kind::kCanadian)
      allowance = settings_.overtime * std::min(turn.left, settings_.count) / settings_.count;
    return ClockState{clock.left + allowance, allowance, 0};
  }
  if (settings_.kind == Kind::kByoYomi) return ClockState{clock.left, Milliseconds::zero(), 1};
  return ClockState{clock.left, Milliseconds::zero(),
                    turns_for(clock.count, turn.left, turn.whole)};
}

}  // namespace trivium::gtp
