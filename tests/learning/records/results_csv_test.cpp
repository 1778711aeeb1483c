// Results in CSV: every accepted spelling, and errors with their line.
#include "learning/records/results_csv.h"

#include <doctest/doctest.h>
#include <string>
#include <tuple>
#include <vector>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using learning::records::read_results;

namespace {

using ReadResult = std::tuple<std::string, std::string, Outcome>;

std::vector<ReadResult> results_in(const std::string& text) {
  const TemporaryFolder folder;
  std::vector<ReadResult> results;
  const auto in = format::or_throw(input::Stream::open(folder.write("league.csv", text)));
  read_results(*in, [&](std::string_view home, std::string_view away, Outcome for_home) {
    results.emplace_back(home, away, for_home);
  });
  return results;
}

/// Returns code and place of the error.
std::pair<std::string, std::string> fault(const std::string& text) {
  try {
    results_in(text);
  } catch (const format::LoadError& error) {
    const std::string message = error.what();
    const std::size_t place = message.find("league.csv: ");
    REQUIRE(place != std::string::npos);
    return {error.code(), message.substr(place + 12, 6)};
  }
  return {};
}

}  // namespace

TEST_CASE("results are read by the names of their columns, goals too") {
  const std::vector<ReadResult> expected{{"A", "B", Outcome::kWin},
                                         {"B", "A", Outcome::kDraw},
                                         {"A", "C, the \"third\"", Outcome::kLoss}};
  CHECK(results_in("home,away,result\nA,B,1-0\nB,A,1/2-1/2\n\nA,\"C, the \"\"third\"\"\",0-1\n") ==
        expected);
  CHECK(results_in("Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\r\n1,A,B,2,0,H\r\n2,B,A,1,1,D\r\n3,A,\"C, "
                   "the \"\"third\"\"\",0,1,a\r\n") == expected);
  CHECK(
      results_in(
          "away_goals,HOME_GOALS,white,black\n0,3,A,B\n2,2,B,A\n7,1,A,\"C, the \"\"third\"\"\"") ==
      expected);
  CHECK(
      results_in("home,away,result\nA,B,1\nB,A,0.5\nA,\"C, the \"\"third\"\"\",0\nC,A,*\nC,B\n") ==
      expected);
}

TEST_CASE("errors name their line") {
  using Fault = std::pair<std::string, std::string>;
  CHECK(fault("home,away\nA,B\n") == Fault{"csv.column.missing", "line 1"});
  CHECK(fault("home,white,away,result\n") == Fault{"csv.column.twice", "line 1"});
  CHECK(fault("home,away,result\nA,B,1-0\nA,B,2-0\n") == Fault{"csv.result", "line 3"});
  CHECK(fault("home,away,FTHG,FTAG\nA,B,1,x\n") == Fault{"csv.goals", "line 2"});
  CHECK(fault("home,away,result\n\n,B,1-0\n") == Fault{"csv.player", "line 3"});
  CHECK(fault("home,away,result\nB,B,1-0\n") == Fault{"csv.player", "line 2"});
  CHECK(fault("home,away,result\n\"A,B,1-0\n") == Fault{"csv.quote", "line 2"});
  CHECK(fault("").first == "csv.empty");
}
