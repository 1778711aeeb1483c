#include "engine/reversi/rules/sgf.h"

#include <array>
#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

constexpr std::string_view kStartBoard =
    "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";

Result<GameRecord> parse_sgf(const std::string& text) {
  std::istringstream in(text);
  GameRecord record;
  const Result<bool> read = SgfReader(in).next(record);
  if (!read) return read.error();
  return record;
}

GameRecord record_of(const std::string& text) {
  const Result<GameRecord> record = parse_sgf(text);
  if (!record) FAIL(record.error().message);
  return *record;
}

std::string sgf_error_code(const std::string& text) {
  const Result<GameRecord> record = parse_sgf(text);
  return record ? "" : record.error().code;
}

std::string ggf(const std::string& moves, std::string_view board = kStartBoard) {
  return "(;GM[Othello]PC[NBoard]PB[Ann]PW[Bob]RE[+12.000]TI[5:00]TY[8]BO[" + std::string(board) +
         "]" + moves + ";)";
}

TEST_CASE("SGF has squares by name or as two letters with the row from the top") {
  for (const std::string moves : {";B[f5];W[d6]", ";B[F5];W[D6]", ";B[fe];W[df]"}) {
    const GameRecord record = record_of("(;FF[4]GM[2]SZ[8]PB[Ann]RE[B+12]" + moves + ")");
    CHECK(write_transcript(record) == "f5d6");
    CHECK(record.black == "Ann");
    CHECK(record.result == StatedResult::of_score(12));
  }
}

TEST_CASE("a move in GGF may have an evaluation and a time") {
  const GameRecord record = record_of(ggf("B[F5//2.4]W[D6/-1.0]B[c3/0.5/1]"));
  CHECK(write_transcript(record) == "f5d6c3");
  CHECK(record.event == "NBoard");
  CHECK(record.black == "Ann");
  CHECK(record.white == "Bob");
  CHECK(record.result == StatedResult::of_score(12));
}

TEST_CASE("both formats are written as they are read") {
  GameRecord record = game_of(kSolvedGame);
  record.black = "Ann ]\\";
  record.white = "Bob";
  record.event = "Cup";
  record.result = StatedResult::of_score(0);
  CHECK(record_of(write_sgf(record)) == record);
  CHECK(record_of(write_ggf(record)) == record);
  CHECK(record_of(write_sgf(record, std::array<std::string, 2>{"one", "two ]"})) == record);
  CHECK(record_of(write_ggf(record, std::array<std::string, 2>{"/2.40/1.52", "//0.10"})) == record);
}

TEST_CASE("comments and notes stand at their moves") {
  const GameRecord record = game_of("f5d6c3");
  const std::array<std::string, 2> comments{"", "book"};
  CHECK(write_sgf(record, comments).ends_with(";B[f5];W[d6]C[book];B[c3])\n"));
  CHECK(write_ggf(record, std::array<std::string, 1>{"/2.40/1.52"})
            .ends_with("B[F5/2.40/1.52]W[D6]B[C3];)\n"));
}

TEST_CASE("passes are read in all their spellings, and inserted where they are left out") {
  const std::string board =
      "8 OX-----X -------- -------- -------- -------- -------- -X------ -------- *";
  const std::vector<Move> moves{kPass, square_of("c1")};
  CHECK(record_of(ggf("B[PA]W[C1]", board)).moves == moves);
  CHECK(record_of(ggf("B[pass//0.1]W[C1]", board)).moves == moves);
  CHECK(record_of(ggf("W[C1]", board)).moves == moves);
  const std::string setup = "(;GM[2]AB[b1][h1][b7]AW[a1]";
  for (const std::string pass : {";B[]", ";B[pass]", ";B[tt]", ""})
    CHECK(record_of(setup + pass + ";W[c1])").moves == moves);
}

TEST_CASE("a trailing pass and passes after the end are read") {
  const std::string board =
      "8 OX-----X -------- -------- -------- -------- -------- -X------ -------- *";
  CHECK(record_of(ggf("B[PA]", board)).moves == std::vector<Move>{kPass});
  const GameRecord solved = game_of(kSolvedGame);
  std::string text = write_sgf(solved);
  text.insert(text.rfind(')'), ";B[];W[]");
  CHECK(record_of(text).moves == solved.moves);
}

TEST_CASE("other starts and sizes are read and written") {
  const GameRecord small = record_of("(;GM[2]SZ[6];B[c2])");
  CHECK(small.start == Position::start(6));
  const GameRecord setup = record_of("(;GM[2]SZ[6]AB[c3][d3]AW[c4][d4]PL[W];W[c2])");
  CHECK(setup.first == Color::kWhite);
  CHECK(setup.start == Position{.own = squares_of({"c4", "d4"}),
                                .other = squares_of({"c3", "d3"}),
                                .empty = board_squares(6) & ~squares_of({"c3", "d3", "c4", "d4"})});
  CHECK(record_of(write_sgf(setup)) == setup);
  CHECK(record_of(write_ggf(setup)) == setup);
}

TEST_CASE("results are read with their reasons") {
  const auto sgf_result = [](const std::string& text) {
    return record_of("(;GM[2]RE[" + text + "];B[f5])").result;
  };
  CHECK(sgf_result("W+2") == StatedResult::of_score(-2));
  CHECK(sgf_result("0") == StatedResult::of_score(0));
  CHECK(sgf_result("?") == StatedResult{});
  CHECK(sgf_result("B+Resign") == StatedResult{Outcome::kWin, std::nullopt, "Resign"});
  CHECK(sgf_result("W+12.0") == StatedResult::of_score(-12));
  const auto ggf_result = [](const std::string& text) {
    return record_of("(;GM[Othello]RE[" + text + "]B[f5];)").result;
  };
  CHECK(ggf_result("-4") == StatedResult::of_score(-4));
  CHECK(ggf_result("?") == StatedResult{});
  CHECK(ggf_result("+64.000:t") == StatedResult{Outcome::kWin, 64, "t"});
  CHECK(ggf_result("Void") == StatedResult{std::nullopt, std::nullopt, "Void"});
}

TEST_CASE("a number that is no score is an error, and is not written") {
  for (const char* const text : {"W+99", "B+0", "B+2.5", "W+-2", "B+nan", "+2", "2", "inf"}) {
    CHECK(sgf_error_code(std::string("(;GM[2]RE[") + text + "];B[f5])") == "sgf.result");
    GameRecord record = game_of("f5d6");
    record.result.reason = text;
    CHECK(record_of(write_sgf(record)).result == StatedResult{});
  }
  GameRecord lost = game_of("f5d6");
  lost.result = {Outcome::kLoss, std::nullopt, "99"};
  CHECK(record_of(write_sgf(lost)).result == StatedResult{Outcome::kLoss, std::nullopt, ""});
  for (const char* const text : {"+66.000", "-65", "12.5", "nan", "+70.000:t"}) {
    CHECK(sgf_error_code(std::string("(;GM[Othello]RE[") + text + "]B[f5];)") == "ggf.result");
    GameRecord record = game_of("f5d6");
    record.result.reason = text;
    CHECK(record_of(write_ggf(record)).result == StatedResult{});
  }
}

TEST_CASE("an error names the format, the place and the cause") {
  const Result<GameRecord> occupied = parse_sgf("(;GM[2];B[f5]\n;W[e5])");
  REQUIRE_FALSE(occupied.has_value());
  CHECK(occupied.error().code == "sgf.illegal");
  CHECK(occupied.error().message ==
        "SGF: line 2, column 4: e5 is occupied; White can play f4, d6, f6");
  CHECK(sgf_error_code("(;GM[1];B[f5])") == "sgf.game");
  CHECK(sgf_error_code("(;GM[2];W[f5])") == "sgf.illegal");
  CHECK(sgf_error_code("(;GM[2];B[])") == "sgf.illegal");
  CHECK(sgf_error_code("(;GM[2];B[z9])") == "sgf.square");
  CHECK(sgf_error_code("(;GM[2]SZ[7];B[f5])") == "sgf.size");
  CHECK(sgf_error_code("(;GM[2];B[f5]SZ[8])") == "sgf.setup");
  CHECK(sgf_error_code("(;GM[2]AB[a1]SZ[8])") == "sgf.setup");
  CHECK(sgf_error_code("(;GM[2]AB[a1];B[f5])") == "sgf.setup");
  CHECK(sgf_error_code("(;GM[2]AB[pass])") == "sgf.square");
  CHECK(sgf_error_code("(;GM[2]PL[x])") == "sgf.side");
  CHECK(sgf_error_code(ggf("B[A1]")) == "ggf.illegal");
  CHECK(sgf_error_code(ggf("", "8 ---- *")) == "ggf.board");
  CHECK(sgf_error_code(ggf("", "")) == "ggf.board");
  CHECK(sgf_error_code(ggf("", "6" + std::string(kStartBoard.substr(1)))) == "ggf.size");
  CHECK(sgf_error_code("no game") == "sgf.empty");
}

TEST_CASE("a collection is read game by game, and an error does not hide the next game") {
  std::istringstream in("2 " + ggf("B[F5]") + ggf("B[F5]W[F5]") + "\n(;GM[2];B[d3])");
  SgfReader reader(in);
  GameRecord record;
  REQUIRE(*reader.next(record));
  CHECK(write_transcript(record) == "f5");
  CHECK(reader.next(record).error().code == "ggf.illegal");
  REQUIRE(*reader.next(record));
  CHECK(write_transcript(record) == "d3");
  CHECK_FALSE(*reader.next(record));
}

}  // namespace
}  // namespace trivium::reversi
