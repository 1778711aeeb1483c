#include "engine/chess/time_manager.h"

#include <algorithm>
#include <limits>

#include "doctest/doctest.h"

#include "engine/core/rng.h"

namespace trivium::chess {
namespace {

using std::chrono::microseconds;

Limits on_clock(std::int64_t remaining, std::int64_t increment = 0, int moves_to_go = 0) {
  Limits limits;
  limits.clock = ClockState{Milliseconds(remaining), Milliseconds(increment), moves_to_go};
  return limits;
}

TEST_CASE("without a clock nothing is over") {
  const TimeManager time(Limits{}, Milliseconds(10));
  CHECK_FALSE(time.limited());
  CHECK_FALSE(time.is_over(std::chrono::hours(1)));
  CHECK_FALSE(time.is_enough(std::chrono::hours(1), {100, 0, 100}));
}

TEST_CASE("an infinite search has no clock, whatever else it is told") {
  Limits limits = on_clock(1000);
  limits.move_time = Milliseconds(10);
  limits.infinite = true;
  CHECK_FALSE(TimeManager(limits, Milliseconds(10)).limited());
}

TEST_CASE("a time for the move is used but for the overhead") {
  Limits limits;
  limits.move_time = Milliseconds(1000);
  const TimeManager time(limits, Milliseconds(10));
  CHECK(time.maximum() == microseconds(990000));
  CHECK_FALSE(time.on_clock());
  CHECK_FALSE(time.is_enough(microseconds(980000), {100, 0, 100}));
  CHECK(time.is_over(microseconds(990000)));
}

TEST_CASE("a clock that has run out leaves a millisecond or less") {
  for (const std::int64_t remaining : {1L, 0L, -1L, -5000L}) {
    const TimeManager time(on_clock(remaining), Milliseconds(10));
    REQUIRE(time.maximum());
    CHECK(*time.maximum() <= microseconds(1000));
    CHECK(*time.optimum() <= *time.maximum());
  }
}

TEST_CASE("absurd clocks do not overflow") {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const TimeManager time(on_clock(largest, largest, 1), Milliseconds(largest));
  CHECK(*time.maximum() > microseconds(0));
  CHECK(*time.optimum() <= *time.maximum());
}

TEST_CASE("the maximum never exceeds what is left on the clock") {
  Rng rng(4);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t remaining = 2 + rng.below(1U << rng.below(20));
    const std::int64_t increment = rng.below(1U << rng.below(14));
    const TimeManager time(on_clock(remaining, increment, static_cast<int>(rng.below(50))), Milliseconds(rng.below(100)));
    CHECK(*time.maximum() < Milliseconds(remaining));
    CHECK(*time.optimum() <= *time.maximum());
  }
}

struct Play {
  ClockState clock;
  microseconds lag;       ///< lost outside the search at each move
  int longest_every = 1;  ///< every so many moves take the maximum, the others the optimum
};

/// Plays 300 moves with an overhead of 10 ms; returns the least that was ever left.
microseconds least_left(const Play& play) {
  const ClockState& clock = play.clock;
  microseconds left = clock.remaining, least = left;
  for (int move = 0; move < 300; ++move) {
    const int to_go = clock.moves_to_go == 0 ? 0 : clock.moves_to_go - move % clock.moves_to_go;
    const auto shown = std::chrono::duration_cast<Milliseconds>(left);
    const TimeManager time(on_clock(shown.count(), clock.increment.count(), to_go), Milliseconds(10));
    left -= (move % play.longest_every == 0 ? *time.maximum() : *time.optimum()) + play.lag;
    least = std::min(least, left);
    left += clock.increment;
    if (to_go == 1) left += clock.remaining;
  }
  return least;
}

TEST_CASE("a game of 300 moves is not lost on time, even when each takes the longest") {
  const microseconds none{0};
  CHECK(least_left({{Milliseconds(1000), Milliseconds(10), 0}, microseconds(5000), 1}) > none);
  CHECK(least_left({{Milliseconds(10000), Milliseconds(100), 0}, microseconds(10000), 1}) > none);
  CHECK(least_left({{Milliseconds(10000), Milliseconds(0), 40}, microseconds(5000), 1}) > none);
  CHECK(least_left({{Milliseconds(1000), Milliseconds(0), 40}, microseconds(5000), 1}) > none);
  // Without increments the longest cannot be taken always.
  CHECK(least_left({{Milliseconds(60000), Milliseconds(0), 0}, microseconds(100), 5}) > none);
}

TEST_CASE("a game with increments keeps enough for a machine that is late once") {
  const microseconds late{50'000};
  CHECK(least_left({{Milliseconds(1000), Milliseconds(10), 0}, microseconds(5000), 8}) > late);
  CHECK(least_left({{Milliseconds(10000), Milliseconds(100), 0}, microseconds(10000), 8}) > late);
}

TEST_CASE("more time is taken while the best move changes, the score falls or other moves take most of the work") {
  const TimeManager time(on_clock(60000), Milliseconds(10));
  const auto enough_after = [&](const TimeManager::Progress& progress) {
    microseconds elapsed{0};
    while (!time.is_enough(elapsed, progress)) elapsed += microseconds(1000);
    return elapsed;
  };
  CHECK(enough_after({0, 0, 50}) > enough_after({5, 0, 50}));
  CHECK(enough_after({5, 50, 50}) > enough_after({5, 0, 50}));
  CHECK(enough_after({5, 0, 30}) > enough_after({5, 0, 60}));
  CHECK(enough_after({5, 0, 60}) > enough_after({5, 0, 98}));
  CHECK(enough_after({0, 1000, 0}) < *time.maximum());
  CHECK(2 * enough_after({20, -100, 100}) < *time.optimum());  // sure of everything: the time is kept for later
}

TEST_CASE("the last move before the control may take most of what is left, but not all") {
  const TimeManager last(on_clock(1000, 0, 1), Milliseconds(10));
  const TimeManager first(on_clock(1000, 0, 20), Milliseconds(10));
  CHECK(*last.optimum() > 5 * *first.optimum());
  CHECK(*last.maximum() < microseconds(950000));
}

TEST_CASE("a few moves before the control each has its even share, may take more, and leaves enough for the others") {
  for (const int moves : {2, 3, 4, 5}) {
    CAPTURE(moves);
    const TimeManager time(on_clock(10'000, 0, moves), Milliseconds(10));
    const microseconds whole(9'900'000);  // less reserve and overheads
    CHECK(*time.optimum() > 0.95 * whole / moves);
    CHECK(*time.maximum() > 1.1 * *time.optimum());
    CHECK((whole - *time.maximum()) / (moves - 1) > 0.6 * whole / moves);
  }
}

}  // namespace
}  // namespace trivium::chess
