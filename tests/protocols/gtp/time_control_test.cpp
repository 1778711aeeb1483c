#include "protocols/gtp/time_control.h"

#include "doctest/doctest.h"

namespace trivium::gtp {

using Kind = TimeSettings::Kind;
using std::chrono::seconds;

namespace {

/// Returns the clock of the side to move after `stones` stones of Connect-6: one of Black, then two
/// per turn.
std::optional<ClockState> clock_after(int stones, const TimeControl& time) {
  const Color color = (stones + 1) / 2 % 2 == 0 ? Color::kBlack : Color::kWhite;
  return time.clock(color, {.left = stones % 2 == 0 ? 1 : 2, .whole = 2});
}

}  // namespace

TEST_CASE("without time settings there is no clock, and time_left alone starts one") {
  TimeControl time;
  CHECK_FALSE(clock_after(0, time));
  time.set_left(Color::kBlack, seconds(30), 0);
  REQUIRE(clock_after(0, time));
  CHECK(clock_after(0, time)->remaining == seconds(30));
  CHECK_FALSE(clock_after(1, time));  // White's
}

TEST_CASE("an absolute clock is one amount for the whole game, charged to the side that placed") {
  TimeControl time;
  time.set({Kind::kAbsolute, seconds(60), seconds(0), 0});
  time.charge(Color::kBlack, seconds(10));
  time.charge(Color::kBlack, seconds(0));
  const ClockState black = *clock_after(3, time);
  CHECK(black.remaining == seconds(50));
  CHECK(black.increment == seconds(0));
  CHECK(black.moves_to_go == 0);
  CHECK(clock_after(1, time)->remaining == seconds(60));
  time.restart();
  CHECK(clock_after(3, time)->remaining == seconds(60));
}

TEST_CASE("a Canadian overtime is divided among its turns, not its stones") {
  TimeControl time;
  time.set({Kind::kCanadian, seconds(0), seconds(40), 10});
  // Ten stones from a fresh turn of two are five turns.
  CHECK(clock_after(1, time)->remaining == seconds(40));
  CHECK(clock_after(1, time)->moves_to_go == 5);
  time.charge(Color::kWhite, seconds(4));
  // Nine stones from the middle of a turn: its last stone and eight more.
  CHECK(clock_after(2, time)->remaining == seconds(36));
  CHECK(clock_after(2, time)->moves_to_go == 5);
  for (int stone = 0; stone < 8; ++stone) time.charge(Color::kWhite, seconds(1));
  CHECK(clock_after(2, time)->moves_to_go == 1);
  time.charge(Color::kWhite, seconds(1));
  // The period is over: a new one begins.
  CHECK(clock_after(1, time)->remaining == seconds(40));
  CHECK(clock_after(1, time)->moves_to_go == 5);
}

TEST_CASE("with one move per turn, an overtime covers as many turns as moves") {
  TimeControl time;
  time.set({Kind::kCanadian, seconds(0), seconds(40), 10});
  CHECK(time.clock(Color::kBlack, {})->moves_to_go == 10);
  time.charge(Color::kBlack, seconds(4));
  CHECK(time.clock(Color::kBlack, {})->moves_to_go == 9);
}

TEST_CASE("in main time, the overtime for a turn counts as an increment") {
  TimeControl time;
  time.set({Kind::kCanadian, seconds(100), seconds(50), 10});
  const ClockState fresh = *clock_after(1, time);
  CHECK(fresh.increment == seconds(10));  // two of ten stones
  CHECK(fresh.remaining == seconds(110));
  CHECK(fresh.moves_to_go == 0);
  // A main time that was exceeded by three seconds leaves 47 of the 50.
  time.charge(Color::kWhite, seconds(103));
  CHECK(clock_after(1, time)->remaining == seconds(47));
  CHECK(clock_after(1, time)->moves_to_go == 5);
}

TEST_CASE("Japanese byo-yomi gives every turn one period") {
  TimeControl time;
  time.set({Kind::kByoYomi, seconds(0), seconds(30), 3});
  const ClockState first = *clock_after(0, time);
  CHECK(first.remaining == seconds(30));
  CHECK(first.moves_to_go == 1);
  time.charge(Color::kBlack, seconds(29));
  CHECK(clock_after(0, time)->remaining == seconds(30));
}

TEST_CASE("a clock that has run out is reported as 0, not as no clock") {
  TimeControl time;
  time.set({Kind::kAbsolute, seconds(1), seconds(0), 0});
  time.charge(Color::kBlack, seconds(5));
  CHECK(clock_after(0, time)->remaining < Milliseconds(0));
}

}  // namespace trivium::gtp
