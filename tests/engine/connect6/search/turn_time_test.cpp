#include "engine/connect6/search/turn_time.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace trivium::connect6 {
namespace {

Deadline deadline_of(int remaining, int increment, int moves_to_go,
                     const SearchParameters& parameters = kSearch, int overhead = 0) {
  Limits limits;
  limits.clock = ClockState{Milliseconds(remaining), Milliseconds(increment), moves_to_go};
  return deadline_for(limits, Milliseconds(overhead), parameters);
}

Milliseconds turn_time(int remaining, int increment, int moves_to_go,
                       const SearchParameters& parameters = kSearch) {
  return std::chrono::duration_cast<Milliseconds>(
      *deadline_of(remaining, increment, moves_to_go, parameters).maximum);
}

TEST_CASE("a period is divided evenly among its turns, and the last one may use the rest") {
  int left = 40'000;
  int minimum = left;
  int maximum = 0;
  for (int turns = 5; turns >= 1; --turns) {
    const auto share = static_cast<int>(turn_time(left, 0, turns).count());
    CAPTURE(turns);
    CHECK(share > 0);
    minimum = std::min(minimum, share);
    maximum = std::max(maximum, share);
    left -= share;
  }
  CHECK(left >= 0);
  CHECK(left < 200);
  CHECK(maximum - minimum < 100);
}

TEST_CASE("without a period a turn uses part of the clock, never half of it, plus the increment") {
  const Milliseconds alone = turn_time(100'000, 0, 0);
  CHECK(alone > Milliseconds(2'000));
  CHECK(alone < Milliseconds(20'000));
  CHECK(turn_time(100'000, 3'000, 0) == alone + Milliseconds(3'000));
  CHECK(turn_time(1'000, 30'000, 0) < Milliseconds(500));
}

TEST_CASE("the time parameters set the turns to come and the last start of an iteration") {
  SearchParameters parameters;
  parameters.time_turns = 8;
  CHECK(turn_time(100'020, 0, 0, parameters) == Milliseconds(12'500));
  CHECK(turn_time(100'020, 0, 5, parameters) == Milliseconds(20'000));

  parameters.time_begin = 40;
  CHECK(deadline_of(100'020, 0, 0, parameters).optimum == Milliseconds(5'000));
  CHECK_FALSE(deadline_of(100'020, 0, 1, parameters).optimum);  // unused time of a period is lost
}

TEST_CASE("turns are counted with two stones each, after the rest of the current turn") {
  CHECK(turns_for(1, 2, 2) == 1);  // a period may end in mid-turn
  CHECK(turns_for(2, 2, 2) == 1);
  CHECK(turns_for(3, 2, 2) == 2);
  CHECK(turns_for(4, 2, 2) == 2);
  CHECK(turns_for(5, 2, 2) == 3);
  CHECK(turns_for(1, 1, 2) == 1);
  CHECK(turns_for(2, 1, 2) == 2);
  CHECK(turns_for(3, 1, 2) == 2);
  CHECK(turns_for(4, 1, 2) == 3);
}

TEST_CASE("with little or no time left a turn still gets some milliseconds") {
  for (const int remaining : {-5, 0, 1, 10, 60}) {
    for (const int turns : {0, 1, 3})
      CHECK(turn_time(remaining, 100, turns) <= Milliseconds(1 + std::max(0, remaining - 20)));
  }
}

TEST_CASE("the overhead of a turn and a reserve of 20 ms are subtracted from the clock") {
  CHECK(deadline_of(100'070, 0, 0, kSearch, 50).maximum == Milliseconds(10'000));
  CHECK(deadline_of(1'070, 0, 1, kSearch, 50).maximum == Milliseconds(1'000));
  CHECK(deadline_of(80, 0, 1, kSearch, 5'000).maximum == Milliseconds(10));
}

}  // namespace
}  // namespace trivium::connect6
