#include "protocols/uci/uci_command.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

#include "tests/protocols/uci/other_dialect.h"

namespace trivium::uci {
namespace {

using Words = std::vector<std::string>;

Words codes_of(const std::vector<Error>& faults) {
  Words codes;
  for (const Error& fault : faults) codes.push_back(fault.code);
  return codes;
}

TEST_CASE("the depth of a perft is limited") {
  CHECK(parse_go("perft 20").perft == 20);
  CHECK(parse_go("perft 1000000").perft == 20);
}

TEST_CASE("words are separated by any run of spaces and tabs") {
  std::string_view text = " \t go  depth\t5 ";
  CHECK(take_word(text) == "go");
  CHECK(take_word(text) == "depth");
  CHECK(take_word(text) == "5");
  CHECK(take_word(text).empty());
  CHECK(take_word(text).empty());
}

TEST_CASE("numbers have an optional sign and nothing else; too large ones become the maximum") {
  CHECK(parse_number("0") == 0);
  CHECK(parse_number("-25") == -25);
  CHECK(parse_number("+7") == 7);
  CHECK(parse_number("99999999999999999999") == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_number("-99999999999999999999") == std::numeric_limits<std::int64_t>::min());
  for (const char* word : {"", "-", "+", "+-5", "5x", "x5", "1.5", "0x10", " 5"}) {
    CAPTURE(word);
    CHECK(!parse_number(word));
  }
}

TEST_CASE("position: the start position or a FEN, then moves") {
  CHECK(!parse_position("startpos")->fen);
  CHECK(parse_position("startpos moves e2e4 e7e5")->moves == Words{"e2e4", "e7e5"});
  CHECK(parse_position("startpos moves")->moves.empty());
  const auto with_fen = parse_position("fen 4k3/8/8/8/8/8/8/4K3  w - - 0\t1 moves e1e2");
  CHECK(with_fen->fen == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  CHECK(with_fen->moves == Words{"e1e2"});
  CHECK(parse_position("fen 4k3/8/8/8/8/8/8/4K3 w")->fen == "4k3/8/8/8/8/8/8/4K3 w");
}

TEST_CASE("position: invalid arguments are rejected") {
  for (const char* arguments : {"", "e2e4", "fen", "fen moves e2e4", "startpos e2e4"}) {
    CAPTURE(arguments);
    const auto refused = parse_position(arguments);
    REQUIRE(!refused);
    CHECK(refused.error().code == "uci.position.word");
  }
}

TEST_CASE("setoption: names and values may contain spaces") {
  CHECK(parse_setoption("name Clear Hash")->name == "Clear Hash");
  CHECK(!parse_setoption("name Clear Hash")->value);
  const auto overhead = parse_setoption(" name  Move \t Overhead value  30 ");
  CHECK(overhead->name == "Move Overhead");
  CHECK(overhead->value == "30");
  CHECK(parse_setoption("name WeightsFile value /a  b/c value.x")->value == "/a  b/c value.x");
  CHECK(parse_setoption("name WeightsFile value")->value == "");
  CHECK(parse_setoption("Hash value 3").error().code == "uci.setoption.word");
  CHECK(parse_setoption("name value 3").error().code == "uci.setoption.word");
}

TEST_CASE("go: every parameter, in any order") {
  const GoCommand go = parse_go(
      "nodes 1000 searchmoves e2e4 d2d4 wtime 1000 btime 2000 winc 10 binc 20 movestogo 40 depth 9 "
      "mate 3 movetime 500 ponder infinite "
      "perft 4");
  CHECK(go.faults.empty());
  CHECK(go.search_moves == Words{"e2e4", "d2d4"});
  CHECK(go.nodes == 1000);
  CHECK(go.first_time == Milliseconds(1000));
  CHECK(go.second_time == Milliseconds(2000));
  CHECK(go.first_increment == Milliseconds(10));
  CHECK(go.second_increment == Milliseconds(20));
  CHECK(go.moves_to_go == 40);
  CHECK(go.depth == 9);
  CHECK(go.mate == 3);
  CHECK(go.move_time == Milliseconds(500));
  CHECK(go.ponder);
  CHECK(go.infinite);
  CHECK(go.perft == 4);
}

TEST_CASE("go: unreadable arguments are reported and skipped, the rest counts") {
  const GoCommand go = parse_go("depth x wtime 5000 gladly btime");
  CHECK(codes_of(go.faults) ==
        Words{"uci.go.number", "uci.go.parameter", "uci.go.parameter", "uci.go.number"});
  CHECK(!go.depth);
  CHECK(go.first_time == Milliseconds(5000));
  CHECK(parse_go("depth nodes 5").nodes == 5);
}

TEST_CASE("go: numbers are limited to sensible ranges") {
  const GoCommand go = parse_go(
      "depth 0 nodes -5 mate 0 movetime -1 movestogo -3 wtime -100 winc -5 btime "
      "99999999999999999999");
  CHECK(go.depth == 1);
  CHECK(go.nodes == 1);
  CHECK(go.mate == 1);
  CHECK(go.move_time == Milliseconds(1));
  CHECK(go.moves_to_go == 0);
  CHECK(go.first_time == Milliseconds(-100));
  CHECK(go.first_increment == Milliseconds(0));
  CHECK(go.second_time > Milliseconds(1'000'000'000));
  CHECK(parse_go("depth 99999999999").depth == std::numeric_limits<int>::max());
}

TEST_CASE("go: too small numbers are reported, but not clocks that have run out") {
  const auto faults = [](std::string_view arguments) {
    return codes_of(parse_go(arguments).faults);
  };
  CHECK(faults("nodes -1") == Words{"uci.go.range"});
  CHECK(faults("depth 0 mate 0 movetime -5") ==
        Words{"uci.go.range", "uci.go.range", "uci.go.range"});
  CHECK(faults("winc -5 movestogo -3") == Words{"uci.go.range", "uci.go.range"});
  CHECK(faults("wtime -100 btime 0 winc 0 movestogo 0 nodes 1").empty());
  CHECK(faults("perft -1") == Words{"uci.go.range"});
}

TEST_CASE("the clock of the side to move limits it") {
  const GoCommand go = parse_go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 7");
  const Limits white = limits_of(go, true);
  const Limits black = limits_of(go, false);
  REQUIRE(white.clock);
  CHECK(white.clock->remaining == Milliseconds(1000));
  CHECK(white.clock->increment == Milliseconds(10));
  CHECK(white.clock->moves_to_go == 7);
  CHECK(black.clock->remaining == Milliseconds(2000));
  CHECK(black.clock->increment == Milliseconds(20));
  CHECK(limits_of(parse_go("wtime 1000"), false).clock->remaining == Milliseconds(0));
}

TEST_CASE("go without limits is infinite, unless its limits are unreadable") {
  CHECK(limits_of(parse_go(""), true).infinite);
  CHECK(limits_of(parse_go("ponder"), true).infinite);
  CHECK(!limits_of(parse_go("depth 3"), true).infinite);
  const Limits misprint = limits_of(parse_go("depth three"), true);
  CHECK(!misprint.infinite);
  CHECK(misprint.move_time == Milliseconds(1000));
}

TEST_CASE("a dialect has its own word for positions") {
  CHECK(parse_position("sfen 9/9 b - 1 moves 7g7f", kOther)->fen == "9/9 b - 1");
  CHECK(parse_position("sfen 9/9 b - 1 moves 7g7f", kOther)->moves == Words{"7g7f"});
  CHECK(!parse_position("startpos", kOther)->fen);
  CHECK(parse_position("fen 8/8", kOther).error().message ==
        "position: expected 'startpos' or 'sfen', found 'fen'");
  CHECK(parse_position("sfen", kOther).error().message ==
        "position: 'sfen' needs an SFEN, found the end");
  CHECK(parse_position("fen").error().message == "position: 'fen' needs a FEN, found the end");
}

TEST_CASE("if Black moves first, its clock is the first one") {
  const GoCommand go = parse_go("btime 1000 wtime 2000 binc 10 winc 20", kOther);
  CHECK(go.faults.empty());
  const Limits first = limits_of(go, true), second = limits_of(go, false);
  CHECK(first.clock->remaining == Milliseconds(1000));
  CHECK(first.clock->increment == Milliseconds(10));
  CHECK(second.clock->remaining == Milliseconds(2000));
  CHECK(second.clock->increment == Milliseconds(20));
}

TEST_CASE("byoyomi is added for every move, and is the only time once the clock has run out") {
  const Limits with_time = limits_of(parse_go("btime 1000 wtime 2000 byoyomi 300", kOther), true);
  CHECK(with_time.clock->remaining == Milliseconds(1300));
  CHECK(with_time.clock->increment == Milliseconds(300));
  CHECK(with_time.clock->moves_to_go == 0);
  for (const char* arguments :
       {"btime 0 wtime 2000 byoyomi 300", "byoyomi 300", "btime -50 wtime 0 byoyomi 300"}) {
    CAPTURE(arguments);
    const Limits without = limits_of(parse_go(arguments, kOther), true);
    CHECK(!without.infinite);
    CHECK(without.clock->remaining == Milliseconds(300));
    CHECK(without.clock->increment == Milliseconds(0));
    CHECK(without.clock->moves_to_go == 1);
  }
}

TEST_CASE("byoyomi is unknown to a dialect without it") {
  const GoCommand go = parse_go("byoyomi 300 depth 2");
  CHECK(codes_of(go.faults) == Words{"uci.go.parameter", "uci.go.parameter"});
  CHECK(go.depth == 2);
  CHECK(parse_go("searchmoves 7g7f byoyomi 300").search_moves == Words{"7g7f", "byoyomi", "300"});
  CHECK(parse_go("searchmoves 7g7f byoyomi 300", kOther).search_moves == Words{"7g7f"});
}

TEST_CASE("text quoted in a message is one short printable line") {
  CHECK(printable("plain") == "plain");
  CHECK(printable(std::string("a\0b\x1b\x7f", 5)) == "a?b??");
  CHECK(printable(std::string(1000, 'x')) == std::string(80, 'x') + "...");
}

}  // namespace
}  // namespace trivium::uci
