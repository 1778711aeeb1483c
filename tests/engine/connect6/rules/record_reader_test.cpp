#include "engine/connect6/rules/record_reader.h"

#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>

namespace trivium::connect6 {
namespace {

const std::string kBlackWins =
    "1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]";

ReplayReport report_of(const std::string& text) {
  std::istringstream in(text);
  return replay_report(in);
}

TEST_CASE("the format of a record is recognized, also after blanks") {
  for (const char* blanks : {"", " ", "\n\t\n"}) {
    CHECK(read_record(blanks + kBlackWins)->moves.size() == 12);
    CHECK(read_record(blanks + std::string("(;B[j10];W[i9k9])"))->moves.size() == 3);
  }
  CHECK(read_record("game_id,moves,winner\n1,\"j10,a1\",\n")->moves.size() == 2);
  CHECK(read_record("\n12,\"j10,a1\",\n")->id == "12");
  CHECK(read_record("").error().message == "record: no game found in SGF, paper or CSV form");
  CHECK(read_record("hello").error().message ==
        "CSV: line 1, column 1: 3 fields expected (game_id, moves, winner), 1 found");
  CHECK(read_record("1").error().message ==
        "CSV: line 1, column 1: 3 fields expected (game_id, moves, winner), 1 found");
}

TEST_CASE("a byte order mark before any format, and text before SGF, are ignored") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string sgf = "(;FF[4]GM[511]SZ[19];B[JJ];W[JK];W[KK])";
  for (const std::string& text :
       {sgf, std::string("1. B[j10] 2. W[j9k9]"),
        std::string("game_id,moves,winner\n1,\"j10,j9,k9\",\n"), std::string("1,\"j10,j9,k9\",\n"),
        "From: x@example.org (home)\n\n" + sgf, "1. game, round 3:\n" + sgf,
        "Hello,\nsee below, please\n( " + sgf.substr(1), "a,b,c\n" + sgf}) {
    for (const std::string& whole : {text, mark + text, mark + "\n" + text}) {
      CAPTURE(whole);
      const auto game = read_record(whole);
      REQUIRE_MESSAGE(game, game.error().message);
      CHECK(write_paper_record(*game) == "1. B[j10] 2. W[j9k9]");
    }
  }
  CHECK(read_record("1. W[j10]").error().code == "record.turn");
  CHECK(read_record("1,\"j10,j10\",\n2,\"(;\",\n").error().code == "csv.illegal");
}

TEST_CASE("an overlong record in paper 000's format is rejected") {
  CHECK(read_record("1. B[j10]" + std::string(2U << 20, ' ')).error().code == "record.length");
}

TEST_CASE("errors count lines and columns from the beginning of the text, in any format") {
  CHECK(read_record("\n (;B[j10];W[j10])").error().message ==
        "SGF: line 2, column 13: j10 is occupied");
  CHECK(read_record("\n1. B[j10] 2. W[j10]").error().message ==
        "record: line 2, column 16: j10 is occupied");
  CHECK(read_record("\n1,\"j10,j10\",\n").error().message ==
        "CSV: line 2, column 8: j10 is occupied");
}

TEST_CASE("a reader returns every game of a text and continues after an unreadable one") {
  for (const char* text :
       {"1,\"j10\",\n2,\"j10,j10\",\n3,\"a1,b1\",\n", "(;B[j10])(;B[j10];W[j10]) (;B[a1];W[b1])"}) {
    std::istringstream in(text);
    RecordReader reader(in);
    GameRecord game;
    REQUIRE(*reader.next(game));
    CHECK(game.moves.size() == 1);
    CHECK_FALSE(reader.next(game));
    REQUIRE(*reader.next(game));
    CHECK(game.moves.size() == 2);
    CHECK_FALSE(*reader.next(game));
  }
}

TEST_CASE("games in every format are replayed") {
  CHECK(report_of(kBlackWins).clean());
  CHECK(report_of(kBlackWins).black_wins == 1);
  CHECK(report_of(kBlackWins).stones == 12);
  CHECK(report_of("1. B[j10] 2. W[j10]").unreadable == 1);

  const std::string sgf = "(;RE[B+];B[a1];W[a19b19];B[b1c1];W[c19d19];B[d1e1];W[h19i19];B[f1])";
  const ReplayReport two = report_of(sgf + '\n' + sgf);
  CHECK(two.clean());
  CHECK(two.black_wins == 2);
  CHECK(report_of("(;RE[W+]" + sgf.substr(8)).problems[0] ==
        "game 1: stated result 'white', on the board 'black'");
}

TEST_CASE("an unfinished SGF game may state any result, and a missing result is not wrong") {
  CHECK(report_of("(;RE[B+R];B[j10];W[a1b1])").clean());
  CHECK(report_of("(;RE[B+R];B[j10];W[a1b1])").unfinished == 1);
  CHECK(report_of("1,\"j10,a1,b1\",black\n").disagreeing == 1);
  CHECK(report_of("1,\"a1,a19,b19,b1,c1,c19,d19,d1,e1,h19,i19,f1\",\n").clean());
}

TEST_CASE("the replay report counts results, disagreements and unreadable games") {
  const std::string black_wins = "\"a1,a19,b19,b1,c1,c19,d19,d1,e1,h19,i19,f1\"";
  std::istringstream in("game_id,moves,winner\n1," + black_wins + ",black\n2," + black_wins +
                        ",white\n3,\"j10\",\n4,\"j10,j10\",\n");
  const ReplayReport report = replay_report(in);
  CHECK(report.games == 4);
  CHECK(report.stones == 25);
  CHECK(report.black_wins == 2);
  CHECK(report.unfinished == 1);
  CHECK(report.disagreeing == 1);
  CHECK(report.unreadable == 1);
  CHECK_FALSE(report.clean());
  REQUIRE(report.problems.size() == 2);
  CHECK(report.problems[0] == "game 2: stated result 'white', on the board 'black'");
  CHECK(report.problems[1] == "CSV: line 5, column 8: j10 is occupied");
}

TEST_CASE("every game of our collection replays to its stated winner, and a change is reported") {
  std::ifstream file(TRIVIUM_SOURCE_DIR "/tests/data/connect6_games.csv");
  std::ostringstream read;
  read << file.rdbuf();
  const std::string games = read.str();
  std::istringstream whole(games);
  const ReplayReport report = replay_report(whole);
  CHECK(report.games == 20);
  CHECK(report.clean());
  CHECK(report.unfinished == 0);
  CHECK(report.black_wins > 0);
  CHECK(report.white_wins > 0);

  SUBCASE("another winner is stated") {
    std::string altered = games;
    const std::size_t place = altered.find(",black\n");
    REQUIRE(place != std::string::npos);
    altered.replace(place, 7, ",white\n");
    std::istringstream in(altered);
    CHECK(replay_report(in).disagreeing == 1);
  }
  SUBCASE("the winning stone is missing") {
    std::string altered = games;
    const std::size_t end = altered.find("\",black\n");
    REQUIRE(end != std::string::npos);
    const std::size_t comma = altered.rfind(',', end);
    altered.erase(comma, end - comma);
    std::istringstream in(altered);
    CHECK(replay_report(in).disagreeing == 1);
  }
}

}  // namespace
}  // namespace trivium::connect6
