#include "engine/reversi/rules/record_reader.h"

#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

ReplayReport report_of(const std::string& text) {
  std::istringstream in(text);
  RecordReader reader(in);
  ReplayReport report;
  GameRecord record;
  for (;;) {
    const Result<bool> read = reader.next(record);
    if (read && !*read) return report;
    report.add(read, record);
  }
}

GameRecord solved(const StatedResult& result) {
  GameRecord record = game_of(kSolvedGame);
  record.result = result;
  return record;
}

TEST_CASE("one reader reads transcripts, SGF and GGF") {
  const GameRecord record = game_of("f5d6");
  for (const std::string& text : {std::string("f5d6"), write_sgf(record), write_ggf(record),
                                  "Our game: " + write_ggf(record)}) {
    const Result<GameRecord> read = read_record(text);
    REQUIRE(read.has_value());
    CHECK(read->moves == record.moves);
  }
  CHECK(read_record("").error().code == "record.empty");
  CHECK(read_record("\x14\x1a").error().code == "record.binary");
}

TEST_CASE("a report counts games, moves, passes and results") {
  const std::string finished(kSolvedGame);
  const ReplayReport report = report_of(finished + "\n\nf5d6\n" + "e6f4e3f6g5d6e7f5c5\n");
  CHECK(report.games == 3);
  CHECK(report.moves == 60 + 2 + 9);
  CHECK(report.passes == static_cast<long>(game_of(finished).moves.size()) - 60);
  CHECK(report.draws == 1);
  CHECK(report.unfinished == 1);
  CHECK(report.black_wins == 1);
  CHECK(report.faults() == 0);
}

TEST_CASE("a report counts illegal moves, unreadable games and wrong results") {
  const ReplayReport transcripts = report_of("f5f5\nf5d6\nx1\n");
  CHECK(transcripts.illegal == 1);
  CHECK(transcripts.unreadable == 1);
  CHECK(transcripts.unfinished == 1);
  REQUIRE(transcripts.problems.size() == 2);
  CHECK(transcripts.problems.back().starts_with("transcript: line 3, column 1: "));

  const ReplayReport results = report_of(write_ggf(solved(StatedResult::of_score(0))) +
                                         write_ggf(solved(StatedResult::of_score(2))) +
                                         write_sgf(solved({Outcome::kWin, std::nullopt, "T"})) +
                                         write_sgf(solved({Outcome::kWin, std::nullopt, ""})));
  CHECK(results.games == 4);
  CHECK(results.disagreeing == 2);
  REQUIRE(results.problems.size() == 2);
  CHECK(results.problems.front() == "game 2: stated result +2 for Black, on the board 0");
  CHECK(results.problems.back() == "game 4: stated result a win for Black, on the board 0");
}

TEST_CASE("one game is rejected if it is finished and states another result than its discs") {
  const StatedResult won{Outcome::kWin, {}, {}};
  const GameRecord wrong = solved(StatedResult::of_score(4));
  for (const std::string& text : {write_ggf(wrong), write_sgf(wrong), write_sgf(solved(won))}) {
    const Result<GameRecord> read = read_record(text);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == "record.result");
  }
  CHECK(read_record(write_ggf(solved(StatedResult::of_score(0)))).has_value());
  StatedResult by_time = StatedResult::of_score(-10);
  by_time.reason = "t";
  CHECK(read_record(write_ggf(solved(by_time))).has_value());
  CHECK(read_record(write_sgf(solved({Outcome::kWin, {}, "Time"}))).has_value());
  GameRecord unfinished = game_of("f5d6");
  unfinished.result = won;
  CHECK(read_record(write_sgf(unfinished)).has_value());
}

TEST_CASE("an unfinished game may state any result") {
  GameRecord record = game_of("f5d6");
  record.result = StatedResult::of_score(64);
  CHECK(report_of(write_ggf(record)).faults() == 0);
}

}  // namespace
}  // namespace trivium::reversi
