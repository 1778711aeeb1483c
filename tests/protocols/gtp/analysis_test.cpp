#include "protocols/gtp/analysis.h"

#include <string>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

namespace trivium::gtp {

namespace {

const Priors kNoPriors;

MoveReport report(int rank, std::vector<std::string> moves, int hundredths, std::uint64_t nodes) {
  MoveReport result;
  result.line = rank;
  result.nodes = nodes;
  result.score.value = hundredths;
  result.principal_variation = std::move(moves);
  result.principal_variation.emplace_back("A1");
  return result;
}

}  // namespace

TEST_CASE("color, interval and pairs are parsed in any order") {
  for (const Arguments& arguments :
       {Arguments{"b", "50"}, Arguments{"50", "b"}, Arguments{"B", "interval", "50"},
        Arguments{"interval", "50", "black"}, Arguments{"maxmoves", "3", "Black", "50"},
        Arguments{"50", "minmoves", "1", "b", "ownership", "true", "rootInfo", "true"}}) {
    const auto request = parse_analysis(arguments);
    REQUIRE(request);
    CHECK(request->color == Color::kBlack);
    CHECK(request->interval == Milliseconds(500));
  }
  CHECK(parse_analysis({"w", "maxmoves", "3"})->max_moves == 3);
}

TEST_CASE("without arguments, analysis is for the side to move with one line per second") {
  const auto request = parse_analysis({});
  REQUIRE(request);
  CHECK_FALSE(request->color);
  CHECK(request->interval == Milliseconds(1000));
}

TEST_CASE("unknown arguments of an analysis are a syntax error") {
  for (const Arguments& arguments :
       {Arguments{"x"}, Arguments{"-5"}, Arguments{"interval"}, Arguments{"interval", "b"},
        Arguments{"maxmoves", "0"}, Arguments{"b", "10", "nonsense", "1"}}) {
    REQUIRE_FALSE(parse_analysis(arguments));
    CHECK(parse_analysis(arguments).error().message == "syntax error");
  }
  CHECK(parse_analysis({"avoid", "b", "D4", "1"}).error().message ==
        "avoid and allow are not supported");
}

TEST_CASE("a line of analysis ranks first moves; of candidates with the same one it has the best") {
  const std::vector<MoveReport> candidates = {report(1, {"K10", "L11"}, 0, 30),
                                              report(2, {"K10", "L12"}, -5, 20),
                                              report(3, {"C3"}, -100, 10)};
  CHECK(analysis_line(candidates, kNoPriors, AnalysisDialect::kLeelaZero) ==
        "info move K10 visits 30 winrate 5000 prior 0 order 0 pv K10 L11 A1 info move C3 visits 10 "
        "winrate 2689 prior 0 order 1 pv C3 A1");
  CHECK(analysis_line({candidates[2]}, kNoPriors, AnalysisDialect::kKataGo) ==
        "info move C3 visits 10 winrate 0.268941 prior 0.000000 order 0 pv C3 A1");
}

TEST_CASE("a game that counts points reports the expected final score in KataGo's form") {
  const std::vector<MoveReport> candidates = {report(1, {"F5", "D6"}, -225, 30)};
  CHECK(analysis_line(candidates, kNoPriors, AnalysisDialect::kKataGo, true)
            .find(" scoreLead -2.25 prior ") != std::string::npos);
  CHECK(analysis_line(candidates, kNoPriors, AnalysisDialect::kLeelaZero, true).find("scoreLead") ==
        std::string::npos);
}

TEST_CASE(
    "the win rate is the search's expectation if it has one, and certain for a proved result") {
  MoveReport expected = report(1, {"K10"}, 0, 1);
  expected.expectation = WinDrawLoss{600, 200, 200};
  CHECK(analysis_line({expected}, kNoPriors, AnalysisDialect::kLeelaZero).find("winrate 7000 ") !=
        std::string::npos);
  MoveReport won = report(1, {"K10"}, 0, 1);
  won.score = {Score::Kind::kMate, Score::Bound::kExact, 2};
  CHECK(analysis_line({won}, kNoPriors, AnalysisDialect::kLeelaZero).find("winrate 10000 ") !=
        std::string::npos);
  won.score.value = -2;
  CHECK(analysis_line({won}, kNoPriors, AnalysisDialect::kLeelaZero).find("winrate 0 ") !=
        std::string::npos);
}

TEST_CASE("the prior of a move is that of its vertex, 0 if there is none") {
  Priors priors = kNoPriors;
  priors["C3"] = 0.25;
  const std::vector<MoveReport> candidates = {report(1, {"K10", "C3"}, 0, 1),
                                              report(2, {"C3"}, 0, 1)};
  const std::string line = analysis_line(candidates, priors, AnalysisDialect::kLeelaZero);
  CHECK(line.find("move K10 visits 1 winrate 5000 prior 0 ") != std::string::npos);
  CHECK(line.find("move C3 visits 1 winrate 5000 prior 2500 ") != std::string::npos);
}

TEST_CASE("without candidates there is no line") {
  CHECK(analysis_line({}, kNoPriors, AnalysisDialect::kLeelaZero).empty());
}

}  // namespace trivium::gtp
