#include "engine/chess/search/time_manager.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "doctest/doctest.h"

#include "engine/core/rng.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

using std::chrono::microseconds;
using namespace std::chrono_literals;

/// A deadline with its parameters.
struct Timed : Deadline {
  SearchParameters parameters;

  /// True if a search with this progress starts no further iteration after `elapsed`.
  bool is_enough(microseconds elapsed, const Progress& progress) const noexcept {
    return optimum && elapsed >= wanted_time(*optimum, progress, parameters);
  }
};

Timed timed(const Limits& limits, Milliseconds overhead,
            const SearchParameters& parameters = kSearch) {
  return {deadline_for(limits, overhead, parameters), parameters};
}

TEST_CASE("an exhausted clock leaves a millisecond or less") {
  for (const std::int64_t remaining : {1L, 0L, -1L, -5000L}) {
    const Timed time = timed(on_clock(remaining), Milliseconds(10));
    REQUIRE(time.maximum);
    CHECK(*time.maximum <= microseconds(1000));
    CHECK(*time.optimum <= *time.maximum);
  }
}

TEST_CASE("extreme clocks do not overflow") {
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const Timed time = timed(on_clock(largest, largest, 1), Milliseconds(largest));
  CHECK(*time.maximum > microseconds(0));
  CHECK(*time.optimum <= *time.maximum);
}

TEST_CASE("the maximum never exceeds the time left on the clock") {
  Rng rng(4);
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t remaining = 2 + rng.below(1U << rng.below(20));
    const std::int64_t increment = rng.below(1U << rng.below(14));
    const Timed time = timed(on_clock(remaining, increment, static_cast<int>(rng.below(50))),
                             Milliseconds(rng.below(100)));
    CHECK(*time.maximum < Milliseconds(remaining));
    CHECK(*time.optimum <= *time.maximum);
  }
}

struct Play {
  ClockState clock;
  microseconds lag;   ///< lost outside the search at each move
  int max_every = 1;  ///< every n-th move takes the maximum, the others the optimum
};

/// Plays 300 moves with an overhead of 10 ms; returns the minimum of the clock.
microseconds min_left(const Play& play) {
  const ClockState& clock = play.clock;
  microseconds left = clock.remaining, minimum = left;
  for (int move = 0; move < 300; ++move) {
    const int to_go = clock.moves_to_go == 0 ? 0 : clock.moves_to_go - move % clock.moves_to_go;
    const auto shown = std::chrono::duration_cast<Milliseconds>(left);
    const Timed time =
        timed(on_clock(shown.count(), clock.increment.count(), to_go), Milliseconds(10));
    left -= (move % play.max_every == 0 ? *time.maximum : *time.optimum) + play.lag;
    minimum = std::min(minimum, left);
    left += clock.increment;
    if (to_go == 1) left += clock.remaining;
  }
  return minimum;
}

TEST_CASE("a game of 300 moves does not lose on time, even if each move takes the maximum") {
  const microseconds none{0};
  CHECK(min_left({{Milliseconds(1000), Milliseconds(10), 0}, microseconds(5000), 1}) > none);
  CHECK(min_left({{Milliseconds(10000), Milliseconds(100), 0}, microseconds(10000), 1}) > none);
  CHECK(min_left({{Milliseconds(10000), Milliseconds(0), 40}, microseconds(5000), 1}) > none);
  CHECK(min_left({{Milliseconds(1000), Milliseconds(0), 40}, microseconds(5000), 1}) > none);
  // Without increments not every move can take the maximum.
  CHECK(min_left({{Milliseconds(60000), Milliseconds(0), 0}, microseconds(100), 5}) > none);
}

TEST_CASE("a game with increments keeps a reserve for one delay of the machine") {
  const microseconds late{50'000};
  CHECK(min_left({{Milliseconds(1000), Milliseconds(10), 0}, microseconds(5000), 8}) > late);
  CHECK(min_left({{Milliseconds(10000), Milliseconds(100), 0}, microseconds(10000), 8}) > late);
}

TEST_CASE(
    "more time is used if the best move changes, the score falls or other moves take most nodes") {
  const Timed time = timed(on_clock(60000), Milliseconds(10));
  const auto enough_after = [&](const Progress& progress) {
    microseconds elapsed{0};
    while (!time.is_enough(elapsed, progress)) elapsed += microseconds(1000);
    return elapsed;
  };
  CHECK(enough_after({0, 0, 50}) > enough_after({5, 0, 50}));
  CHECK(enough_after({5, 50, 50}) > enough_after({5, 0, 50}));
  CHECK(enough_after({5, 0, 30}) > enough_after({5, 0, 60}));
  CHECK(enough_after({5, 0, 60}) > enough_after({5, 0, 98}));
  CHECK(enough_after({0, 1000, 0}) < *time.maximum);
  // Stable in every respect: time is saved for later.
  CHECK(2 * enough_after({20, -100, 100}) < *time.optimum);
}

/// A clock of one minute, without overhead, with these changes to the default parameters.
Timed a_minute_with(std::string_view changes, int moves_to_go = 0) {
  return timed(on_clock(60'000, 0, moves_to_go), Milliseconds(0),
               *parse_search_parameters(changes));
}

/// True if this time, in microseconds, is the first that suffices.
bool is_first_enough(const Timed& time, microseconds elapsed, const Progress& progress) {
  return time.is_enough(elapsed, progress) && !time.is_enough(elapsed - microseconds(1), progress);
}

TEST_CASE(
    "with the default parameters, stability, a falling score and effort give these shares of the "
    "optimum") {
  const Timed time = a_minute_with("");
  // One minute minus the reserve of 60 ms, for 30 moves.
  CHECK(time.optimum == microseconds(1'998'000));
  CHECK(time.maximum == microseconds(7'992'000));
  CHECK(is_first_enough(time, 1'998'000us * 130 / 100 * 130 / 100,
                        {0, 0, 50}));  // a new move; 200 - 140 / 2
  CHECK(is_first_enough(time, 1'998'000us * 100 / 100 * 130 / 100, {3, 0, 50}));  // 130 - 3 * 10
  // Both at their minimum.
  CHECK(is_first_enough(time, 1'998'000us * 70 / 100 * 60 / 100, {20, -100, 100}));
  CHECK(is_first_enough(time, 1'998'000us * (130 + 25) / 100 * 102 / 100,
                        {0, 25, 70}));  // a score that fell
  // Everything at its maximum.
  CHECK(is_first_enough(time, 1'998'000us * (130 + 60) / 100 * 150 / 100, {0, 999, 0}));
}

TEST_CASE("stability, falling score and effort can each be turned off independently") {
  const microseconds optimum = 1'998'000us;
  const Timed no_stability = a_minute_with("time_stability=0");
  CHECK(is_first_enough(no_stability, optimum * (100 + 25) / 100 * 130 / 100, {0, 25, 50}));
  CHECK(is_first_enough(no_stability, optimum * (100 + 25) / 100 * 130 / 100, {20, 25, 50}));
  const Timed no_drop = a_minute_with("time_drop=0");
  CHECK(is_first_enough(no_drop, optimum * 130 / 100 * 130 / 100, {0, 0, 50}));
  CHECK(is_first_enough(no_drop, optimum * 130 / 100 * 130 / 100, {0, 999, 50}));
  const Timed no_effort = a_minute_with("time_effort=0");
  CHECK(is_first_enough(no_effort, optimum * (130 + 25) / 100, {0, 25, 0}));
  CHECK(is_first_enough(no_effort, optimum * (130 + 25) / 100, {0, 25, 100}));
}

TEST_CASE("with all three off the optimum itself is enough") {
  const Timed time = a_minute_with("time_stability=0,time_drop=0,time_effort=0");
  for (const Progress& progress : {Progress{0, 0, 0}, {20, -300, 100}, {0, 999, 0}, {5, 30, 60}}) {
    CHECK(is_first_enough(time, *time.optimum, progress));
  }
}

TEST_CASE("optimum and maximum follow their parameters") {
  CHECK(a_minute_with("time_moves=10").optimum == 5'994'000us);
  CHECK(a_minute_with("time_maximum=1").maximum == a_minute_with("").optimum);
  CHECK(a_minute_with("time_maximum=100,time_largest=50").maximum == 29'970'000us);
  CHECK(a_minute_with("time_last_moves=100", 1).optimum == 29'970'000us);
  CHECK(a_minute_with("time_reserve=0").optimum == 2'000'000us);
  const Limits limits = on_clock(60'000, 1'000);
  CHECK(timed(limits, Milliseconds(0), *parse_search_parameters("time_increment=0")).optimum ==
        a_minute_with("").optimum);
}

TEST_CASE("no parameter makes the maximum exceed the time left on the clock") {
  for (const SearchParameterInfo& number : search_parameter_table()) {
    if (!number.name.starts_with("time_")) continue;
    for (const int value : {number.minimum, number.maximum}) {
      CAPTURE(number.name);
      CAPTURE(value);
      SearchParameters parameters;
      parameters.*number.field = value;
      for (const int moves : {0, 1, 2, 40}) {
        for (const std::int64_t remaining : {2, 50, 1'000, 100'000}) {
          const Timed time = timed(on_clock(remaining, 1'000, moves), Milliseconds(0), parameters);
          CHECK(*time.maximum < Milliseconds(remaining));
          CHECK(*time.optimum <= *time.maximum);
          CHECK(time.is_enough(std::chrono::hours(1), {0, 1'000, 0}));
        }
      }
    }
  }
}

TEST_CASE("the last move before the control may take most of the remaining time, but not all") {
  const Timed last = timed(on_clock(1000, 0, 1), Milliseconds(10));
  const Timed first = timed(on_clock(1000, 0, 20), Milliseconds(10));
  CHECK(*last.optimum > 5 * *first.optimum);
  CHECK(*last.maximum < microseconds(950000));
}

TEST_CASE(
    "a few moves before the control each has an even share, may take more, and leaves enough for "
    "the others") {
  for (const int moves : {2, 3, 4, 5}) {
    CAPTURE(moves);
    const Timed time = timed(on_clock(10'000, 0, moves), Milliseconds(10));
    const microseconds whole(9'900'000);  // minus reserve and overheads
    CHECK(*time.optimum > 0.95 * whole / moves);
    CHECK(*time.maximum > 1.1 * *time.optimum);
    CHECK((whole - *time.maximum) / (moves - 1) > 0.6 * whole / moves);
  }
}

}  // namespace
}  // namespace trivium::chess
