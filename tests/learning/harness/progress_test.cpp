// Progress lines under a clock that the test moves.
#include "learning/harness/progress.h"

#include <doctest/doctest.h>
#include <sstream>

using namespace trivium::learning;
using namespace std::chrono_literals;

TEST_CASE("plain lines come now and then, with the time left") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("games", 100, {&out, false, [&] { return now; }});
  now += 20s;
  progress.update(10, "loss 0.5");
  now += 5s;
  progress.update(20);
  now += 15s;
  progress.update(50);
  now += 1s;
  progress.update(100);
  CHECK(out.str() ==
        "games: 10 of 100 (10 %), loss 0.5, about 3 min 0 s left\n"
        "games: 50 of 100 (50 %), about 40 s left\n"
        "games: 100 of 100 (100 %)\n");
}

TEST_CASE("on a terminal one line rewrites itself and ends at the end") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  {
    Progress progress("games", 4, {&out, true, [&] { return now; }});
    now += 1s;
    progress.update(1);
    now += 3s;
    progress.update(4);
  }
  CHECK(out.str() ==
        "\rgames: 1 of 4 (25 %), about 3 s left"
        "\rgames: 4 of 4 (100 %)               \n");
}

TEST_CASE("steps of an earlier run do not make this one look fast") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("games", 100, {&out, false, [&] { return now; }});
  progress.resumed_at(50);
  now += 10s;
  progress.update(60);
  CHECK(out.str() == "games: 60 of 100 (60 %), about 40 s left\n");
}

TEST_CASE("parts of a run are numbered, but not the only one") {
  Phases two(2);
  CHECK(two.next("games") == "phase 1 of 2, games");
  CHECK(two.next("steps") == "phase 2 of 2, steps");
  CHECK(Phases(1).next("games") == "games");
}

TEST_CASE("less than a thousandth of the steps says nothing about the time") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("boards", 100'000, {&out, false, [&] { return now; }});
  now += 2s;
  progress.update(1);
  now += 18s;
  progress.update(20'000);
  CHECK(out.str() ==
        "boards: 1 of 100000 (0 %)\n"
        "boards: 20000 of 100000 (20 %), about 1 min 20 s left\n");
}

TEST_CASE("where the total is a ceiling nothing is said of shares and time") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("steps", 100, {&out, false, [&] { return now; }});
  progress.expect_fewer();
  now += 20s;
  progress.update(10, "loss 0.5");
  CHECK(out.str() == "steps: 10 of at most 100, loss 0.5\n");
}

TEST_CASE("durations read as people say them") {
  CHECK(readable_duration(50s) == "50 s");
  CHECK(readable_duration(125s) == "2 min 5 s");
  CHECK(readable_duration(3h + 7min + 4s) == "3 h 7 min");
}
