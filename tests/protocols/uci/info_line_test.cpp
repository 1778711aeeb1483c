#include "protocols/uci/info_line.h"

#include <doctest/doctest.h>

#include "protocols/uci/option_table.h"
#include "tests/protocols/uci/other_dialect.h"

namespace trivium::uci {
namespace {

Report<std::string> report_of(std::vector<std::string> line) {
  Report<std::string> report;
  report.depth = 7;
  report.selective_depth = 12;
  report.line = 2;
  report.score = {Score::Kind::kValue, Score::Bound::kExact, -31};
  report.nodes = 30000;
  report.time = std::chrono::microseconds(15000);
  report.hash_per_mille = 4;
  report.principal_variation = std::move(line);
  return report;
}

TEST_CASE("an info line has the fields of UCI") {
  Report<std::string> report = report_of({"e2e4", "e7e5", "g1f3"});
  CHECK(info_line(report, true) ==
        "info depth 7 seldepth 12 multipv 2 score cp -31 nodes 30000 nps 2000000 hashfull 4 time "
        "15 pv e2e4 e7e5 g1f3\n");
  report.expectation = WinDrawLoss{100, 700, 200};
  CHECK(info_line(report, false).find("wdl") == std::string::npos);
  CHECK(info_line(report, true).find(" score cp -31 wdl 100 700 200 nodes ") != std::string::npos);
}

TEST_CASE("scores are centipawns or mates, with their bounds") {
  CHECK(to_text(Score{Score::Kind::kMate, Score::Bound::kExact, -2}) == "mate -2");
  CHECK(to_text(Score{Score::Kind::kMate, Score::Bound::kExact, 0}) == "mate 0");
  CHECK(to_text(Score{Score::Kind::kValue, Score::Bound::kLower, 55}) == "cp 55 lowerbound");
  CHECK(to_text(Score{Score::Kind::kValue, Score::Bound::kUpper, -5}) == "cp -5 upperbound");
}

TEST_CASE("a dialect may count mates in plies") {
  const auto mate = [](int moves) {
    return to_text(Score{Score::Kind::kMate, Score::Bound::kExact, moves}, kOther);
  };
  CHECK(mate(1) == "mate 1");
  CHECK(mate(3) == "mate 5");
  CHECK(mate(0) == "mate 0");
  CHECK(mate(-1) == "mate -2");
  CHECK(mate(-2) == "mate -4");
  CHECK(to_text(Score{Score::Kind::kValue, Score::Bound::kExact, 3}, kOther) == "cp 3");
  Report<std::string> report = report_of({});
  report.score = {Score::Kind::kMate, Score::Bound::kLower, 2};
  CHECK(info_line(report, false, kOther).find(" score mate 3 lowerbound ") != std::string::npos);
}

TEST_CASE("a report with zero time has a finite speed, one without moves no pv") {
  Report<std::string> report = report_of({});
  report.time = std::chrono::microseconds(0);
  const std::string line = info_line(report, false);
  CHECK(line.ends_with(" time 0\n"));
  CHECK(line.find("nps 30000000000 ") != std::string::npos);
}

TEST_CASE("an option table lists its options, sets them and rejects invalid values") {
  OptionTable table;
  int hash = 16;
  bool ponder = false;
  int pressed = 0;
  std::string file = "unset";
  table.add_spin("Hash", 16, 1, 64, [&](int value) { hash = value; });
  table.add_check("Ponder", false, [&](bool on) { ponder = on; });
  table.add_button("Clear Hash", [&] { ++pressed; });
  table.add_string("File", [&](const std::string& value) { file = value; });
  CHECK(table.list() ==
        "option name Hash type spin default 16 min 1 max 64\noption name Ponder type check default "
        "false\noption name Clear Hash type "
        "button\n"
        "option name File type string default <empty>\n");
  CHECK(table.set({"hash", "32"}).has_value());
  CHECK(hash == 32);
  CHECK(table.set({"Hash", "65"}).error().message ==
        "option Hash: needs a whole number from 1 to 64, found '65'");
  CHECK(table.set({"Hash", std::nullopt}).error().message ==
        "option Hash: needs a whole number from 1 to 64, found ''");
  CHECK(hash == 32);
  CHECK(table.set({"Ponder", "true"}).has_value());
  CHECK(ponder);
  CHECK(table.set({"Ponder", "FALSE"}).has_value());
  CHECK(!ponder);
  CHECK(table.set({"ponder", "True"}).has_value());
  CHECK(ponder);
  for (const char* value : {"", "yes", "1", "tru", "true false"})
    CHECK(table.set({"Ponder", value}).error().code == "uci.option.check");
  CHECK(table.set({"CLEAR HASH", std::nullopt}).has_value());
  CHECK(pressed == 1);
  CHECK(table.set({"File", "<empty>"}).has_value());
  CHECK(file.empty());
  CHECK(table.set({"No Such", "1"}).error().message == "no such option: 'No Such'");
  CHECK(table.set({"Hsah", "1"}).error().message == "no such option: 'Hsah'; did you mean 'Hash'?");
}

}  // namespace
}  // namespace trivium::uci
