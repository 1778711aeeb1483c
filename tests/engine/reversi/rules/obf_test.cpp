#include "engine/reversi/rules/obf.h"

#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

constexpr std::string_view kFirst =
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; B1:-4;";

std::string obf_error_code(std::string_view text) {
  const Result<Problem> problem = parse_obf(text);
  REQUIRE_FALSE(problem.has_value());
  return problem.error().code;
}

TEST_CASE("OBF has a position, the side to move and scores of moves") {
  const Result<Problem> problem = parse_obf(kFirst);
  REQUIRE(problem.has_value());
  CHECK(problem->to_move == Color::kBlack);
  CHECK(count(problem->position.empty) == 14);
  REQUIRE(problem->moves.size() == 3);
  CHECK(problem->moves.front() == ScoredMove{square_of("g8"), 18});
  CHECK(problem->moves.back() == ScoredMove{square_of("b1"), -4});
  CHECK(write_obf(*problem) == kFirst);
}

TEST_CASE("the side to move owns the discs of its color") {
  const Position black = position_of_rows("XOOX");
  const Position white = position_of_rows("XOOX", 'O');
  CHECK(black.own == squares_of({"a1", "d1"}));
  CHECK(white.own == squares_of({"b1", "c1"}));
  CHECK(white == black.passed());
}

TEST_CASE("the older form has two lines and the same position") {
  const Result<Problem> problem = parse_obf(kFirst);
  REQUIRE(problem.has_value());
  const std::string text = write_ffo(*problem);
  CHECK(text == std::string(kFirst.substr(0, 64)) + "\nBlack\n");
  const Result<Problem> read = parse_obf(text);
  REQUIRE(read.has_value());
  CHECK(read->position == problem->position);
  CHECK(read->to_move == problem->to_move);
}

TEST_CASE("smaller boards have 16 or 36 squares") {
  CHECK(position_of("-----OX--XO----- X") == Position::start(4));
  CHECK(position_of("--------------OX----XO-------------- X;") == Position::start(6));
}

TEST_CASE("errors name what is wrong with a position") {
  CHECK(obf_error_code("") == "board.length");
  CHECK(obf_error_code("XOXO X;") == "board.length");
  CHECK(obf_error_code("----?OX--XO----- X;") == "board.square");
  CHECK(obf_error_code("----XO---------- X;") == "board.discs");
  CHECK(obf_error_code("-----OX--XO----- Z;") == "obf.side");
  CHECK(obf_error_code("-----OX--XO-----") == "obf.side");
  CHECK(obf_error_code("-----OX--XO----- X; a9:+2") == "obf.move");
  CHECK(obf_error_code("-----OX--XO----- X; a1:+2") == "obf.illegal");
  CHECK(obf_error_code("-----OX--XO----- X; c1:+2") == "obf.illegal");
  CHECK(obf_error_code("-----OX--XO----- X; b2:+2") == "obf.illegal");
  CHECK(obf_error_code("-----OX--XO----- X; a2:+2; b1:+65") == "obf.score");
  CHECK(obf_error_code("-----OX--XO----- X; a2") == "obf.score");
  CHECK(parse_obf("----?OX--XO----- X;").error().message ==
        "OBF: board: square a2: '?' found; X, O or - expected");
}

TEST_CASE("a file is read position by position, and an error does not hide the next one") {
  std::istringstream in(
      "# FFO\n\n-----OX--XO----- X; % start\nrubbish X;\n-----OX--XO-----\n\nWhite\n");
  ObfReader reader(in);
  Problem problem;
  REQUIRE(*reader.next(problem));
  CHECK(problem.position == Position::start(4));
  const Result<bool> failed = reader.next(problem);
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().code == "board.length");
  CHECK(failed.error().message.starts_with("OBF: line 4: board: "));
  REQUIRE(*reader.next(problem));
  CHECK(problem.to_move == Color::kWhite);
  CHECK_FALSE(*reader.next(problem));
}

}  // namespace
}  // namespace trivium::reversi
