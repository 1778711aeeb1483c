// EPD as in the standard and as in test suites.
#include "engine/chess/rules/epd.h"

#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

EpdRecord record_of(std::string_view line) {
  Result<EpdRecord> record = parse_epd(line);
  REQUIRE_MESSAGE(record.has_value(), (record ? "" : record.error().message));
  return *record;
}

}  // namespace

TEST_CASE("operations have moves, strings and numbers") {
  const EpdRecord record = record_of(
      R"(4k3/8/8/8/8/8/4P3/R3K3 w Q - bm e4 O-O-O; am Kf2; id "a \"quoted\" name"; ce -12; dm 3; c0 "x; y"; noop;)");
  REQUIRE(record.find("bm") != nullptr);
  CHECK(record.find("bm")->operands == std::vector<std::string>{"e4", "O-O-O"});
  CHECK(record.text("am") == "Kf2");
  CHECK(record.text("id") == "a \"quoted\" name");
  CHECK(record.text("c0") == "x; y");
  CHECK(record.text("ce") == "-12");
  CHECK(record.text("dm") == "3");
  CHECK_FALSE(record.text("noop").has_value());
  REQUIRE(record.find("noop") != nullptr);
  CHECK(record.find("acd") == nullptr);
}

TEST_CASE("perft suites may begin their operations with semicolons") {
  const EpdRecord record = record_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D6 764643");
  CHECK(record.text("D1") == "15");
  CHECK(record.text("D6") == "764643");
  CHECK(record.operations.size() == 3);
  CHECK(record_of("4k3/8/8/8/8/8/8/4K2R w K -;D1 15;D2 66").text("D2") == "66");
}

TEST_CASE(
    "the counters, the last semicolon and the quotes may be missing, and check signs may be "
    "separate words") {
  const EpdRecord record =
      record_of("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ");
  CHECK(record.text("id") == "BK.01");
  CHECK(record_of("4k3/8/8/8/8/8/4P3/4K3 w - -1 12 ; id x").position ==
        record_of("4k3/8/8/8/8/8/4P3/4K3 w - - 1 12").position);
  CHECK(record_of("8/8/1k4p1/1P1K1p1p/5R1P/6P1/4rP2/8 w - - c9 \"1-0\";").text("c9") == "1-0");
}

TEST_CASE("a stray carriage return is a blank, inside a string and between operands") {
  const EpdRecord record = record_of("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\rb\"; bm e4\re3;");
  CHECK(record.text("id") == "a b");
  REQUIRE(record.find("bm") != nullptr);
  CHECK(record.find("bm")->operands == std::vector<std::string>{"e4", "e3"});
}

TEST_CASE("hmvc and fmvn are the position's counters") {
  const EpdRecord record = record_of("4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 31; hmvc 17; id x;");
  CHECK(record.position.halfmove_clock() == 17);
  CHECK(record.position.fullmove_number() == 31);
  CHECK(record.operations.size() == 1);
  CHECK(record_of("4k3/8/8/8/8/8/4P3/4K3 w - - 17 31; id x;").position == record.position);
}

TEST_CASE("a principal variation is parsed move after move") {
  const std::string position = "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - ";
  CHECK(parse_epd(position + "bm Rg3; pv Rg3 Rg4 Rxg4 Bxg4 Qxg4 Qxg4 hxg4;").has_value());
  CHECK_FALSE(parse_epd(position + "bm Rg3 Rg4;").has_value());
}

TEST_CASE("an operation with illegal moves is an error of its line") {
  for (const char* operations : {"bm Qd5;", "bm e4 Qd5;", "bm foo;", "am Qd5;", "pm e5;", "sm Nf3;",
                                 "pv e4 e5;", "pv e4 Kd7 e4;", "bm e4; bm e5;", "id x; am Ke8;",
                                 "bm N;", "bm e4 foo;", "bm --;", "bm 1.e5;", "bm \u041Ae4;",
                                 "bm \u2658"
                                 "e4;",
                                 "bm \"Qd5\";", "pv 1. e4 Kd7 2. e4;"}) {
    CAPTURE(operations);
    const Result<EpdRecord> record =
        parse_epd("4k3/8/8/8/8/8/4P3/4K3 w - - " + std::string(operations));
    REQUIRE_FALSE(record.has_value());
    CHECK(record.error().code == "epd.move.illegal");
  }
  CHECK(parse_epd("4k3/8/8/8/8/8/4P3/4K3 w - - best Qd5; line e4 e5; c0 \"Qd5\";").has_value());
}

TEST_CASE("moves of an operation may have numbers, commas, words and figurines") {
  for (const char* moves : {"e4 e3", "e4, e3", "\u2659e4 \u265F\uFE0Ee3", "e4! e3 ?!",
                            "e4 mate e3 dis ch", "1.e4 1. e3", "e2e4 e2-e3"}) {
    CAPTURE(moves);
    CHECK(parse_epd("4k3/8/8/8/8/8/4P3/4K3 w - - bm " + std::string(moves) + ";").has_value());
  }
  CHECK(parse_epd("4k3/3p4/8/4P3/8/8/8/4K3 b - - pv 1... d5 2. exd6 e.p. \u2654d7; am d6;")
            .has_value());
}

TEST_CASE("impossible castling rights of a record are dropped and noted") {
  const EpdRecord record = record_of("4k3/8/8/8/8/8/4P3/4K3 w KQkq - fmvn 3; bm e4;");
  CHECK_FALSE(record.note.empty());
  CHECK_FALSE(record.position.has_castling_right(Color::kWhite));
  CHECK(record.position.fullmove_number() == 3);
  CHECK(record_of("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;").note.empty());
}

TEST_CASE("an invalid line is reported with place and cause") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"4k3/8/8/8/8/8/4P3/4K3 w X - bm e4;", "EPD: FEN: castling: 'X' is none of KQkq, A-H, a-h"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; 7 x;", "EPD: operation 2: '7' is not an opcode"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - id \"x;", "EPD: operation 1: the string of 'id' is not closed"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x;",
       "EPD: FEN: half-move clock: 'x' is not a number from 0 to 9999"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc;",
       "EPD: FEN: half-move clock: '''' is not a number from 0 to 9999"},
  };
  for (const auto& [line, message] : cases) {
    const Result<EpdRecord> record = parse_epd(line);
    REQUIRE_FALSE(record.has_value());
    CHECK(record.error().message == message);
  }
}

TEST_CASE("a reader skips empty lines and comments, and continues after an invalid line") {
  std::istringstream in(
      "\xEF\xBB\xBF# openings\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - - id a;\r\nrubbish\n" +
      std::string(70000, 'x') + "\n4k3/8/8/8/8/8/4P3/4K3 w - - id b" + std::string(1, '\0'));
  EpdReader reader(in);
  CHECK((*reader.next())->text("id") == "a");
  CHECK(reader.next()->error().message == "EPD: line 4: FEN: board: only 1 of 8 ranks");
  CHECK(reader.next()->error().message == "EPD: line 5: longer than 65535 characters");
  CHECK((*reader.next())->text("id") == "b");
  CHECK(reader.line() == 6);
  CHECK_FALSE(reader.next().has_value());
  CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("every legal move of random positions is parsed, and no other") {
  for (const Position& start : testing::varied_starts()) {
    testing::for_random_positions(start, 3, 7, [](const Position& position) {
      std::string line = to_fen(position) + " id \"a \\\\ \\\"b\\\" ; c\"; bm";
      std::vector<std::string> moves;
      for (const Move move : legal_moves(position)) moves.push_back(to_san(position, move));
      for (const std::string& move : moves) line += ' ' + move;
      const EpdRecord read = record_of(line + ';');
      CHECK(read.position.key() == position.key());
      CHECK(read.position.fullmove_number() == position.fullmove_number());
      CHECK(read.text("id") == "a \\ \"b\" ; c");
      REQUIRE(read.find("bm") != nullptr);
      CHECK(read.find("bm")->operands == moves);
      CHECK_FALSE(parse_epd(line + " Ka9;").has_value());
    });
  }
}

}  // namespace trivium::chess
