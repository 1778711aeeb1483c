#include "protocols/gtp/time_control.h"

#include "doctest/doctest.h"

namespace trivium::gtp {

using connect6::Board;
using connect6::Stone;
using Kind = TimeSettings::Kind;
using std::chrono::seconds;

namespace {

constexpr Milliseconds kOverhead{50};  // what every clock holds back

Board board_with(int stones) {
  Board board;
  for (int i = 0; i < stones; ++i) board.do_move(static_cast<connect6::Cell>(40 * (i % 9) + 2 * (i / 9)));
  return board;
}

}  // namespace

TEST_CASE("without time settings there is no clock, and time_left alone starts one") {
  TimeControl time;
  CHECK_FALSE(time.clock(board_with(0)));
  time.set_left(Stone::kBlack, seconds(30), 0);
  REQUIRE(time.clock(board_with(0)));
  CHECK(time.clock(board_with(0))->remaining == seconds(30) - kOverhead);
  CHECK_FALSE(time.clock(board_with(1)));  // White's
}

TEST_CASE("an absolute clock is one sum for the whole game, charged to the side that placed") {
  TimeControl time;
  time.set({Kind::kAbsolute, seconds(60), seconds(0), 0});
  time.charge(Stone::kBlack, seconds(10));
  time.charge(Stone::kBlack, seconds(0));
  const ClockState black = *time.clock(board_with(3));
  CHECK(black.remaining == seconds(50) - kOverhead);
  CHECK(black.increment == seconds(0));
  CHECK(black.moves_to_go == 0);
  CHECK(time.clock(board_with(1))->remaining == seconds(60) - kOverhead);
  time.restart();
  CHECK(time.clock(board_with(3))->remaining == seconds(60) - kOverhead);
}

TEST_CASE("a Canadian overtime is divided among the turns, not the stones, that it covers") {
  TimeControl time;
  time.set({Kind::kCanadian, seconds(0), seconds(40), 10});
  // Ten stones from a fresh turn of two are five turns.
  CHECK(time.clock(board_with(1))->remaining == seconds(40) - kOverhead);
  CHECK(time.clock(board_with(1))->moves_to_go == 5);
  time.charge(Stone::kWhite, seconds(4));
  // Nine stones from the middle of a turn: its last stone and eight more.
  CHECK(time.clock(board_with(2))->remaining == seconds(36) - kOverhead);
  CHECK(time.clock(board_with(2))->moves_to_go == 5);
  for (int stone = 0; stone < 8; ++stone) time.charge(Stone::kWhite, seconds(1));
  CHECK(time.clock(board_with(2))->moves_to_go == 1);
  time.charge(Stone::kWhite, seconds(1));
  // The period is over: a new one begins.
  CHECK(time.clock(board_with(1))->remaining == seconds(40) - kOverhead);
  CHECK(time.clock(board_with(1))->moves_to_go == 5);
}

TEST_CASE("main time before an overtime counts what the overtime allows a turn as an increment") {
  TimeControl time;
  time.set({Kind::kCanadian, seconds(100), seconds(50), 10});
  const ClockState fresh = *time.clock(board_with(1));
  CHECK(fresh.increment == seconds(10));  // two of ten stones
  CHECK(fresh.remaining == seconds(110) - kOverhead);
  CHECK(fresh.moves_to_go == 0);
  // A main time that was overrun by three seconds leaves 47 of the 50.
  time.charge(Stone::kWhite, seconds(103));
  CHECK(time.clock(board_with(1))->remaining == seconds(47) - kOverhead);
  CHECK(time.clock(board_with(1))->moves_to_go == 5);
}

TEST_CASE("Japanese byo-yomi gives every turn one period") {
  TimeControl time;
  time.set({Kind::kByoYomi, seconds(0), seconds(30), 3});
  const ClockState first = *time.clock(board_with(0));
  CHECK(first.remaining == seconds(30) - kOverhead);
  CHECK(first.moves_to_go == 1);
  time.charge(Stone::kBlack, seconds(29));
  CHECK(time.clock(board_with(0))->remaining == seconds(30) - kOverhead);
}

TEST_CASE("a clock that ran out is reported as it is, not as no clock") {
  TimeControl time;
  time.set({Kind::kAbsolute, seconds(1), seconds(0), 0});
  time.charge(Stone::kBlack, seconds(5));
  CHECK(time.clock(board_with(0))->remaining < Milliseconds(0));
}

}  // namespace trivium::gtp
