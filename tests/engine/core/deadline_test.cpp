#include "engine/core/deadline.h"

#include <doctest/doctest.h>
#include <limits>
#include <thread>

#include "engine/core/search_control.h"

namespace trivium {
namespace {

using namespace std::chrono_literals;

/// Uses half of the clock; the optimum is a quarter of it.
Deadline half(const ClockState& clock) { return {clock.remaining / 4, clock.remaining / 2}; }

TEST_CASE("a reserve leaves at least an eighth of the time, and at least a millisecond") {
  CHECK(usable_time(1000ms, 10ms) == 990ms);
  CHECK(usable_time(1000ms, 0ms) == 1000ms);
  CHECK(usable_time(80ms, 100ms) == 10ms);
  CHECK(usable_time(4ms, 100ms) == 1ms);
  CHECK(usable_time(0ms, 100ms) == 1ms);
  CHECK(usable_time(-5000ms, 0ms) == 1ms);
}

TEST_CASE("extreme times do not overflow") {
  const Milliseconds maximum{std::numeric_limits<Milliseconds::rep>::max()};
  CHECK(bounded(maximum) > 1h);
  CHECK(bounded(-maximum) == 0ms);
  CHECK(usable_time(maximum, bounded(maximum)) > 1h);
}

TEST_CASE("a time for the move is reduced by the overhead, and has no optimum") {
  Limits limits;
  limits.move_time = 1000ms;
  const Deadline deadline = make_deadline(limits, 10ms, half);
  CHECK_FALSE(deadline.optimum);
  CHECK(deadline.maximum == 990ms);
  CHECK_FALSE(deadline.is_over(989'999us));
  CHECK(deadline.is_over(990ms));
}

TEST_CASE("the overhead is not larger than the time: an eighth of it remains") {
  Limits limits;
  limits.move_time = 40ms;
  CHECK(make_deadline(limits, 5000ms, half).maximum == 5ms);
  limits.move_time = -3ms;
  CHECK(make_deadline(limits, 0ms, half).maximum == 1ms);
}

TEST_CASE("with a clock, a time for the move can only shorten the maximum") {
  Limits limits;
  limits.clock = ClockState{1000ms, 0ms, 0};
  CHECK(make_deadline(limits, 0ms, half).optimum == 250ms);
  CHECK(make_deadline(limits, 0ms, half).maximum == 500ms);
  limits.move_time = 400ms;
  CHECK(make_deadline(limits, 0ms, half).maximum == 400ms);
  limits.move_time = 600ms;
  CHECK(make_deadline(limits, 0ms, half).maximum == 500ms);
}

TEST_CASE("without times, and in an infinite search, nothing is ever late or over") {
  Limits endless;
  endless.clock = ClockState{1000ms, 0ms, 0};
  endless.move_time = 10ms;
  endless.infinite = true;
  for (const Limits& limits : {Limits(), endless}) {
    const Deadline deadline = make_deadline(limits, 10ms, half);
    CHECK_FALSE(deadline.is_late(1h));
    CHECK_FALSE(deadline.is_over(1h));
  }
}

TEST_CASE("a phase has its share of the maximum, and no optimum") {
  const Deadline whole{100ms, 400ms};
  CHECK_FALSE(whole.phase(25).optimum);
  CHECK(whole.phase(25).maximum == 100ms);
  CHECK_FALSE(Deadline().phase(25).maximum);
}

TEST_CASE("no deadline passes while the player ponders") {
  const Deadline deadline{.maximum = 1us};
  SearchControl control(true);
  std::this_thread::sleep_for(1ms);
  CHECK_FALSE(deadline.is_over(control.elapsed()));
  control.ponderhit();
  std::this_thread::sleep_for(1ms);
  CHECK(deadline.is_over(control.elapsed()));
}

}  // namespace
}  // namespace trivium
