#include "engine/connect6/rules/sgf.h"

#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "engine/connect6/rules/vertex.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::connect6 {
namespace {

std::string moves(std::string_view sgf) {
  const auto game = parse_sgf(sgf);
  return game ? write_paper_record(*game) : game.error().message;
}

std::string error(std::string_view sgf) {
  const auto game = parse_sgf(sgf);
  return game ? "" : game.error().message;
}

std::string with_result(const std::string& result) {
  return "(;FF[4]GM[511]SZ[19]PB[Ann]RE[" + result + "];B[JJ];W[JK];W[KK])";
}

TEST_CASE("Little Golem writes both stones of a turn in one property") {
  const auto game = parse_sgf(
      "(;FF[4]EV[connect6.ch.1]PB[Ann]PW[Bob]SO[http://"
      "www.littlegolem.com];B[j10];W[j9l11];B[k9l8])");
  REQUIRE(game);
  CHECK(write_paper_record(*game) == "1. B[j10] 2. W[j9l11] 3. B[k9l8]");
  CHECK(game->event == "connect6.ch.1");
  CHECK(game->black == "Ann");
  CHECK(game->white == "Bob");
  CHECK(game->size == 19);
}

TEST_CASE("NCTU letters count columns from the left and rows from the top") {
  CHECK(moves("(;GM[511];B[JJ];W[JM];W[KL])") == "1. B[j10] 2. W[j7k8]");
  CHECK(moves("(;GM[511];B[AA];W[SSAS])") == "1. B[a19] 2. W[s1a1]");
}

TEST_CASE("the stones of a turn may be in one property, in two, or in one with two values") {
  const std::string expected = "1. B[j10] 2. W[j7k8]";
  CHECK(moves("(;GM[511];B[JJ];W[JMKL])") == expected);
  CHECK(moves("(;GM[511];B[JJ];W[JM][KL])") == expected);
  CHECK(moves("(;B[jj];W[jm];W[kl])") == expected);
  CHECK(moves("(;B[J10];W[j7];W[K8])") == expected);
}

TEST_CASE("a resignation overrides another stated result and is written as it was read") {
  for (const std::string result : {"unclear", "W+", "0", "W+ on time"}) {
    const auto game = parse_sgf("(;RE[" + result + "];B[j10];W[resign])");
    REQUIRE(game);
    CHECK(game->result == GameResult::kBlackWins);
    CHECK(game->result_text.empty());
    const auto again = parse_sgf(write_sgf(*game));
    REQUIRE(again);
    CHECK(*again == *game);
  }
}

TEST_CASE("a game ends by resignation") {
  const auto game = parse_sgf("(;B[j10];W[j9l11];B[resign])");
  REQUIRE(game);
  CHECK(game->moves.size() == 3);
  CHECK(game->result == GameResult::kWhiteWins);
  CHECK(error("(;B[j10];W[resign];W[j9l11])") ==
        "SGF: line 1, column 20: nothing may follow a resignation");
}

TEST_CASE("results and sizes are read in all common forms") {
  CHECK(parse_sgf("(;RE[B+R];B[j10])")->result == GameResult::kBlackWins);
  CHECK(parse_sgf("(;RE[W+];B[j10])")->result == GameResult::kWhiteWins);
  CHECK(parse_sgf("(;RE[0];B[j10])")->result == GameResult::kDraw);
  CHECK(parse_sgf("(;RE[Draw];B[j10])")->result == GameResult::kDraw);
  CHECK(parse_sgf("(;RE[?];B[j10])")->result == GameResult::kUnknown);
  CHECK(parse_sgf("(;SZ[9];B[e5])")->size == 9);
  CHECK(parse_sgf("(;SZ[9:9];B[e5])")->size == 9);
  CHECK(parse_sgf("(;PB[x]SiZe[9];B[EE])")->black == "x");
}

TEST_CASE("the first variation is the main line") {
  CHECK(moves("(;B[j10](;W[j9l11];B[a1a2](;W[b1b2])(;W[c1c2]))(;W[a1a2]))") ==
        "1. B[j10] 2. W[j9l11] 3. B[a1a2] 4. W[b1b2]");
  CHECK(moves("(;B[j10](;W[j9l11])(;W[this is not looked at\\]]))") == "1. B[j10] 2. W[j9l11]");
}

TEST_CASE("texts may contain escaped brackets, line ends and any other characters") {
  const auto game =
      parse_sgf("(;C[a ) (;B[a1\\] \\\\]PB[x\\]y\\\\z]PW[one\ntwo]EV[soft\\\nbreak];B[j10])");
  REQUIRE(game);
  CHECK(game->black == "x]y\\z");
  CHECK(game->white == "one two");
  CHECK(game->event == "softbreak");
  CHECK(game->moves.size() == 1);
}

TEST_CASE("an error names the line, the column and the cause") {
  CHECK(error("") == "SGF: line 1, column 1: no game found; it begins with '(;'");
  CHECK(error("(;B[j10]") == "SGF: line 1, column 9: the game is not closed with ')'");
  CHECK(error("(;B[j10\n];W") == "SGF: line 2, column 4: the game is not closed with ')'");
  CHECK(error("(;B[j10];W[j10k9])") == "SGF: line 1, column 12: j10 is occupied");
  CHECK(error("(;B[j10];\nB[j9])") == "SGF: line 2, column 3: stone 2 is White's");
  CHECK(error("(;B[j10];W[j9];B[k9])") == "SGF: line 1, column 18: stone 3 is White's");
  CHECK(error("(;B[j10];W[a1a2a3])") == "SGF: line 1, column 16: a turn has at most two stones");
  CHECK(error("(;B[j10];W[a1a2];W[a3])") == "SGF: line 1, column 20: stone 4 is Black's");
  CHECK(error("(;B[])") == "SGF: line 1, column 5: Connect-6 has no pass");
  CHECK(error("(;B[JT])") ==
        "SGF: line 1, column 5: a column and a row, each a letter A to S, expected");
  CHECK(error("(;B[J])") ==
        "SGF: line 1, column 5: a column and a row, each a letter A to S, expected");
  CHECK(error("(;B[j20])") ==
        "SGF: line 1, column 5: vertex 'j20': not a column a to s followed by a row 1 to 19");
  CHECK(error("(;GM[1];B[jj])") == "SGF: line 1, column 6: the game is not Connect-6 (GM[511])");
  CHECK(error("(;AB[jj])") == "SGF: line 1, column 3: setup stones (AB) are not Connect-6");
  CHECK(error("(;SZ[5])") == "SGF: line 1, column 6: size 6 to 25 expected, square");
  CHECK(error("(;SZ[9:8])") == "SGF: line 1, column 6: size 6 to 25 expected, square");
  CHECK(error("(;B[j10]SZ[19])") == "SGF: line 1, column 12: the size must come before the moves");
  CHECK(error("(;B)") == "SGF: line 1, column 4: a value '[' must follow the property");
  CHECK(error("(;B[j10]%)") ==
        "SGF: line 1, column 9: a node ';', a branch '(' or a property expected");
}

TEST_CASE("a collection is read game by game, and an error in one game does not hide the next") {
  std::istringstream in("junk (;B[j10];W[a1a2])\n\n(;B[j10];W[j10])\n(;GM[511];B[JJ]) trailing");
  SgfReader reader(in);
  GameRecord game;
  REQUIRE(*reader.next(game));
  CHECK(game.moves.size() == 3);
  CHECK(reader.next(game).error().message == "SGF: line 3, column 12: j10 is occupied");
  REQUIRE(*reader.next(game));
  CHECK(game.moves.size() == 1);
  CHECK_FALSE(*reader.next(game));
}

TEST_CASE("a text without a game is an error once, then the end") {
  std::istringstream in("no game");
  SgfReader reader(in);
  GameRecord game;
  CHECK(reader.next(game).error().message ==
        "SGF: line 1, column 8: no game found; it begins with '(;'");
  CHECK_FALSE(*reader.next(game));
}

TEST_CASE("an overlong game is rejected without being stored") {
  CHECK(error(std::string("(;C[").append(2U << 20, 'x').append("])")) ==
        "SGF: line 1, column 1: the game is longer than 1 MiB");
}

TEST_CASE("deeply nested variations are read without recursion") {
  CHECK(moves(std::string(100000, '(').append(";B[j10]").append(100000, ')')) == "1. B[j10]");
}

TEST_CASE("text before a game is ignored, also with brackets") {
  const std::string game = "(;FF[4]GM[511]SZ[19];B[JJ];W[JK];W[KK])";
  for (const char* const before : {"From: x@example.org (home)\n\n", "(see below) (: ", "((",
                                   "\xEF\xBB\xBF", "Subject: (no subject)\r\n( \n"}) {
    CAPTURE(before);
    CHECK(moves(before + game) == "1. B[j10] 2. W[j9k9]");
    CHECK(moves(before + ("( \r\n\t" + game.substr(1))) == "1. B[j10] 2. W[j9k9]");
  }
  CHECK(error("(home)\n(;B[j10];W[j10])") == "SGF: line 2, column 12: j10 is occupied");
  CHECK(parse_sgf("(no) game (here)").error().code == "sgf.empty");
  CHECK(parse_sgf(std::string(100000, '(')).error().code == "sgf.empty");
}

TEST_CASE("the text of a result is kept") {
  for (const char* const words : {"B+Resign", "B+R", "W+T", "W+Time", "B+F", "W+Forfeit", "B+Win",
                                  "Void", "?", "Draw", "0", "B+", "W+", "B+3.5"}) {
    CAPTURE(words);
    const auto game = parse_sgf(with_result(words));
    REQUIRE(game);
    CHECK(write_sgf(*game).find("]RE[" + std::string(words) + "]") != std::string::npos);
    CHECK(*parse_sgf(write_sgf(*game)) == *game);
  }
  GameRecord other = *parse_sgf(with_result("B+Resign"));
  other.result = GameResult::kWhiteWins;
  CHECK(write_sgf(other).find("RE[W+]") != std::string::npos);
}

TEST_CASE("texts are converted to UTF-8 with their charset, except from unknown encodings") {
  const auto written = [](const std::string& properties) {
    const auto game = parse_sgf("(;FF[4]" + properties + ";B[j10])");
    return game ? write_sgf(*game) : game.error().message;
  };
  const std::string umlaut = "PB[J\xC3\xBCrgen]";
  CHECK(written("PB[Ann]") == "(;FF[4]GM[511]SZ[19]PB[Ann];B[JJ])\n");
  CHECK(written("CA[UTF-8]PB[Ann]") == "(;FF[4]GM[511]SZ[19]CA[UTF-8]PB[Ann];B[JJ])\n");
  for (const char* const charset : {"", "CA[UTF-8]", "CA[utf-8]", "CA[UTF8]", "CA[ISO-8859-1]",
                                    "CA[iso8859-1]", "CA[latin1]"}) {
    CAPTURE(charset);
    CHECK(written(charset + umlaut) == "(;FF[4]GM[511]SZ[19]CA[UTF-8]" + umlaut + ";B[JJ])\n");
    CHECK(written(umlaut + charset) == "(;FF[4]GM[511]SZ[19]CA[UTF-8]" + umlaut + ";B[JJ])\n");
    CHECK(written(std::string(charset) + "PB[J\xFCrgen]") ==
          "(;FF[4]GM[511]SZ[19]CA[UTF-8]" + umlaut + ";B[JJ])\n");
  }
  CHECK(written("CA[Big5]PB[\xA4\xA4]") == "(;FF[4]GM[511]SZ[19]CA[Big5]PB[\xA4\xA4];B[JJ])\n");
}

TEST_CASE("a written game has the server's form") {
  const auto game = parse_sgf("(;PB[a\\]b]RE[B+];B[j10];W[j7k8])");
  CHECK(write_sgf(*game) == "(;FF[4]GM[511]SZ[19]PB[a\\]b]RE[B+];B[JJ];W[JM];W[KL])\n");
}

TEST_CASE("comments are in the node of their stone") {
  const auto game = parse_sgf("(;B[j10];W[j7k8];B[a1b1])");
  const std::vector<std::string> comments = {"one", "", "thr]ee", "four", "five"};
  const std::string by_letters = write_sgf(*game, comments);
  CHECK(by_letters ==
        "(;FF[4]GM[511]SZ[19];B[JJ]C[one];W[JM];W[KL]C[thr\\]ee];B[AS]C[four];B[BS]C[five])\n");
  CHECK(*parse_sgf(by_letters) == *game);
}

TEST_CASE("games and their texts are unchanged after writing and reading") {
  Rng rng(22);
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    const Board board =
        reference::random_board(rng, size, 1 + static_cast<int>(rng.below(80)), size);
    GameRecord game;
    game.size = size;
    game.moves = board.history();
    game.id = "game 7";
    game.event = "a [strange] \\ event:";
    game.date = "2020-02-29";
    game.black = "Black [B]";
    game.white = "White ]";
    game.result = static_cast<GameResult>(rng.below(4));
    REQUIRE(*parse_sgf(write_sgf(game)) == game);
  }
}

}  // namespace
}  // namespace trivium::connect6
