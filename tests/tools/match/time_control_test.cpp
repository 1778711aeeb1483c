#include "tools/match/setup/time_control.h"

#include <string>

#include "doctest/doctest.h"

namespace trivium::match {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

TimeControl clock_of(std::string_view text) {
  TimeControl control;
  const Status status = parse_clock(text, control);
  REQUIRE_MESSAGE(status, status.error().message);
  return control;
}

std::string refusal_of(std::string_view text) {
  TimeControl control;
  const Status status = parse_clock(text, control);
  CHECK(control == TimeControl());
  return status ? "accepted" : status.error().message;
}

}  // namespace

TEST_CASE("a clock has moves, minutes, seconds and increment; only the seconds are required") {
  CHECK(clock_of("10").base == seconds(10));
  CHECK(clock_of("10").clock);
  CHECK(clock_of("10").moves == 0);
  CHECK(clock_of("0.05").base == milliseconds(50));
  CHECK(clock_of(".5").base == milliseconds(500));
  CHECK(clock_of("10+0.1").increment == milliseconds(100));
  CHECK(clock_of("1:30").base == seconds(90));
  CHECK(clock_of("0:00.25").base == milliseconds(250));
  CHECK(clock_of("40/60").moves == 40);
  CHECK(clock_of("0/60") == clock_of("60"));
  const TimeControl all = clock_of("40/1:30+0.5");
  CHECK(all.base == seconds(90));
  CHECK(all.increment == milliseconds(500));
  CHECK(all.moves == 40);
  CHECK(clock_of("10000000").base == seconds(10'000'000));
}

TEST_CASE("an infinite clock means no clock, and a new value keeps the other limits") {
  TimeControl control = clock_of("40/60+1");
  control.depth = 7;
  control.margin = milliseconds(20);
  REQUIRE(parse_clock("inf", control));
  CHECK_FALSE(control.clock);
  CHECK(control.moves == 0);
  CHECK(control.depth == 7);
  CHECK(control.margin == milliseconds(20));
  CHECK_FALSE(control.unlimited());
  CHECK(clock_of("infinite").unlimited());
}

TEST_CASE("an invalid clock is rejected with the part and the cause") {
  CHECK(refusal_of("") == "tc: '': time: must be a number of seconds, such as 60 or 0.5");
  CHECK(refusal_of("1:xx") == "tc: '1:xx': time: must be a number of seconds, such as 60 or 0.5");
  CHECK(refusal_of("x:10") == "tc: 'x:10': minutes must be a whole number, as in 1:30");
  CHECK(refusal_of("1.5:10") == "tc: '1.5:10': minutes must be a whole number, as in 1:30");
  CHECK(refusal_of("forty/60") == "tc: 'forty/60': moves must be a whole number up to 10000");
  CHECK(refusal_of("-1/60") == "tc: '-1/60': moves must be a whole number up to 10000");
  CHECK(refusal_of("99999999999999999999/60") ==
        "tc: '99999999999999999999/60': moves must be a whole number up to 10000");
  CHECK(refusal_of("10+") ==
        "tc: '10+': increment: must be a number of seconds, such as 60 or 0.5");
  CHECK(refusal_of("10+-1") ==
        "tc: '10+-1': increment: must be a number of seconds, such as 60 or 0.5");
  CHECK(refusal_of("0") == "tc: '0': no time for the first move");
  CHECK(refusal_of("0+1") == "tc: '0+1': no time for the first move");
  CHECK(refusal_of("0.0001") == "tc: '0.0001': time: less than a thousandth of a second");
  CHECK(refusal_of("10000001") == "tc: '10000001': time: more than 10000000 seconds");
  CHECK(refusal_of("1:10000000") == "tc: '1:10000000': time: more than 10000000 seconds");
  CHECK(clock_of("1:9999940").base == seconds(10'000'000));
  for (const char* text : {"-5", "1e3", "nan", "1.2.3", "10 ", " 10", "10+0.1+0.1", "1:2:3", "10s",
                           "+5", ".", "0x10"}) {
    CAPTURE(text);
    CHECK(refusal_of(text) != "accepted");
  }
  CHECK(refusal_of(std::string(400, '9')).ends_with("time: more than 10000000 seconds"));
}

TEST_CASE("a time control is written as it is read") {
  for (const char* text : {"10", "0.05", "10+0.1", "90", "40/90+0.5", "1/0.001", "inf"})
    CHECK(to_string(clock_of(text)) == text);
  CHECK(to_string(clock_of("40/1:30+0.50")) == "40/90+0.5");
  TimeControl control;
  control.move_time = seconds(1);
  CHECK(to_string(control) == "st=1");
  control.move_time.reset();
  control.depth = 8;
  control.nodes = 1000;
  CHECK(to_string(control) == "depth=8 nodes=1000");
}

TEST_CASE("a time per move has a default margin, a clock has none") {
  CHECK(usual_margin(clock_of("10+0.1")) == milliseconds(0));
  TimeControl control;
  control.nodes = 1000;
  CHECK(usual_margin(control) == milliseconds(0));
  control.move_time = milliseconds(50);
  CHECK(usual_margin(control) == milliseconds(10));
  control.move_time = seconds(10);
  CHECK(usual_margin(control) == milliseconds(500));
}

TEST_CASE("a clock runs down by what is used and goes up by its increment") {
  GameClock clock(clock_of("1+0.1"));
  CHECK(clock.available() == seconds(1));
  CHECK(clock.charge(microseconds(300'400)) == microseconds(699'600));
  CHECK(clock.available() == microseconds(799'600));
  CHECK(clock.state().remaining == milliseconds(799));  // rounded down
  CHECK(clock.state().increment == milliseconds(100));
  CHECK(clock.state().moves_to_go == 0);
}

TEST_CASE("moves to go count down to the next control, whose time is added to what is left") {
  GameClock clock(clock_of("3/10"));
  CHECK(clock.state().moves_to_go == 3);
  clock.charge(seconds(2));
  clock.charge(seconds(3));
  CHECK(clock.state().moves_to_go == 1);
  CHECK(clock.available() == seconds(5));
  clock.charge(seconds(1));
  CHECK(clock.state().moves_to_go == 3);
  CHECK(clock.available() == seconds(14));
}

TEST_CASE("an overrun is returned and not charged to later moves") {
  GameClock clock(clock_of("1+0.5"));
  CHECK(clock.charge(milliseconds(1012)) == milliseconds(-12));
  CHECK(clock.available() == milliseconds(500));
}

TEST_CASE("a program never receives a time of zero, which some read as no limit") {
  GameClock clock(clock_of("1"));
  clock.charge(microseconds(999'500));
  CHECK(clock.available() == microseconds(500));
  CHECK(clock.state().remaining == milliseconds(1));
}

TEST_CASE("a time per move applies to every move; with a clock the shorter one counts") {
  TimeControl control;
  control.move_time = milliseconds(200);
  GameClock by_move(control);
  CHECK(by_move.charge(milliseconds(150)) == milliseconds(50));
  CHECK(by_move.charge(milliseconds(250)) == milliseconds(-50));
  CHECK(by_move.available() == milliseconds(200));

  REQUIRE(parse_clock("1", control));
  GameClock both(control);
  CHECK(both.available() == milliseconds(200));
  for (int move = 0; move < 9; ++move) both.charge(milliseconds(100));
  CHECK(both.available() == milliseconds(100));
}

TEST_CASE("if only depth or nodes limit a move, no clock runs") {
  TimeControl control;
  control.depth = 5;
  GameClock clock(control);
  CHECK_FALSE(clock.available());
  CHECK_FALSE(clock.charge(seconds(100)));
}

}  // namespace trivium::match
