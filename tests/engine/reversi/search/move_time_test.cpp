#include "engine/reversi/search/move_time.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace trivium::reversi {
namespace {

Milliseconds move_time(int remaining, int increment, int moves_to_go, int empty,
                       const SearchParameters& parameters = kSearch) {
  Limits limits;
  limits.clock = ClockState{Milliseconds(remaining), Milliseconds(increment), moves_to_go};
  const Deadline deadline = deadline_for(limits, Milliseconds(0), empty, parameters);
  return std::chrono::duration_cast<Milliseconds>(*deadline.maximum);
}

TEST_CASE("the clock is divided among the own moves that need time") {
  SearchParameters parameters;
  parameters.time_solved = 5;
  CHECK(move_time(25'020, 0, 0, 60, parameters) == Milliseconds(1'000));
  CHECK(move_time(10'020, 0, 0, 30, parameters) == Milliseconds(1'000));
  CHECK(move_time(10'020, 0, 0, 29, parameters) == Milliseconds(1'000));
  CHECK(move_time(10'020, 0, 4, 30, parameters) == Milliseconds(2'500));
}

TEST_CASE("near the end of the game a move uses at most half the clock") {
  for (const int empty : {1, 2, 8, 12, 14})
    CHECK(move_time(10'020, 0, 0, empty) <= Milliseconds(5'000));
  CHECK(move_time(10'020, 0, 0, 1) == Milliseconds(5'000));
}

TEST_CASE("a clock lasts to the end of the game, with and without an increment") {
  for (const int increment : {0, 100}) {
    int left = 60'000;
    for (int empty = 60; empty > 0; empty -= 2) {
      const auto used = static_cast<int>(move_time(left, increment, 0, empty).count());
      CAPTURE(empty);
      CHECK(used > 0);
      CHECK(used < left);
      left += increment - used;
    }
  }
}

TEST_CASE("no iteration starts in the last part of the time, unless the rest is lost") {
  Limits limits;
  limits.clock = ClockState{Milliseconds(25'020), Milliseconds(0), 0};
  SearchParameters parameters;
  parameters.time_begin = 40;
  const Deadline deadline = deadline_for(limits, Milliseconds(0), 60, parameters);
  CHECK(*deadline.optimum == *deadline.maximum * 40 / 100);
  limits.clock->moves_to_go = 1;
  CHECK_FALSE(deadline_for(limits, Milliseconds(0), 60, parameters).optimum);
}

}  // namespace
}  // namespace trivium::reversi
