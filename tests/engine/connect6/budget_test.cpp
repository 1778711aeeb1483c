#include "engine/connect6/budget.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <thread>

namespace trivium::connect6 {
namespace {

ClockState clock_of(int remaining, int increment, int moves_to_go) {
  ClockState clock;
  clock.remaining = Milliseconds(remaining);
  clock.increment = Milliseconds(increment);
  clock.moves_to_go = moves_to_go;
  return clock;
}

TEST_CASE("a period is divided evenly among its turns, and the last one may use what is left") {
  int left = 40'000;
  int least = left;
  int most = 0;
  for (int turns = 5; turns >= 1; --turns) {
    const auto share = static_cast<int>(turn_time(clock_of(left, 0, turns)).count());
    CAPTURE(turns);
    CHECK(share > 0);
    least = std::min(least, share);
    most = std::max(most, share);
    left -= share;
  }
  CHECK(left >= 0);
  CHECK(left < 200);
  CHECK(most - least < 100);
}

TEST_CASE("without a period some share of the clock is used, never half of it, and the increment beside it") {
  const Milliseconds alone = turn_time(clock_of(100'000, 0, 0));
  CHECK(alone > Milliseconds(2'000));
  CHECK(alone < Milliseconds(20'000));
  CHECK(turn_time(clock_of(100'000, 3'000, 0)) == alone + Milliseconds(3'000));
  CHECK(turn_time(clock_of(1'000, 30'000, 0)) < Milliseconds(500));
}

TEST_CASE("the numbers of the clock say for how many turns it lasts and when no further round is begun") {
  SearchParameters parameters;
  parameters.time_turns = 8;
  CHECK(turn_time(clock_of(100'020, 0, 0), parameters) == Milliseconds(12'500));
  CHECK(turn_time(clock_of(100'020, 0, 5), parameters) == Milliseconds(20'000));

  Limits limits;
  limits.clock = clock_of(50'000, 0, 0);
  const SearchControl control;
  std::this_thread::sleep_for(Milliseconds(120));  // of some six seconds
  parameters.time_begin = 1;
  CHECK(Budget(limits, control, parameters).nearly_spent());
  CHECK_FALSE(Budget(limits, control).nearly_spent());
}

TEST_CASE("stones are placed two a turn, after what is left of the present one") {
  CHECK(turns_left(1, 2) == 1);  // a period may end in mid-turn
  CHECK(turns_left(2, 2) == 1);
  CHECK(turns_left(3, 2) == 2);
  CHECK(turns_left(4, 2) == 2);
  CHECK(turns_left(5, 2) == 3);
  CHECK(turns_left(1, 1) == 1);
  CHECK(turns_left(2, 1) == 2);
  CHECK(turns_left(3, 1) == 2);
  CHECK(turns_left(4, 1) == 3);
}

TEST_CASE("a clock that is nearly used up leaves nearly nothing, one that is leaves nothing") {
  CHECK(turn_time(clock_of(0, 100, 0)) == Milliseconds(0));
  CHECK(turn_time(clock_of(-5, 100, 3)) == Milliseconds(0));
  CHECK(turn_time(clock_of(10, 0, 1)) <= Milliseconds(5));
}

}  // namespace
}  // namespace trivium::connect6
