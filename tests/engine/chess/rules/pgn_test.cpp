// PGN: the standard, common deviations from it, and the messages for invalid games.
#include "engine/chess/rules/pgn.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

std::vector<Result<PgnGame>> read_all(const std::string& text, PgnOptions options = {}) {
  std::istringstream in(text);
  PgnReader reader(in, options);
  std::vector<Result<PgnGame>> games;
  while (std::optional<Result<PgnGame>> game = reader.next()) games.push_back(*std::move(game));
  return games;
}

PgnGame read_one(const std::string& text, PgnOptions options = {}) {
  std::vector<Result<PgnGame>> games = read_all(text, options);
  REQUIRE(games.size() == 1);
  REQUIRE_MESSAGE(games[0].has_value(), (games[0] ? "" : games[0].error().message));
  return *games[0];
}

std::string error_of(const std::string& text) {
  std::vector<Result<PgnGame>> games = read_all(text);
  REQUIRE_FALSE(games.empty());
  REQUIRE_FALSE(games[0].has_value());
  return games[0].error().message;
}

/// Returns the moves in UCI notation, separated by blanks.
std::string uci(const PgnGame& game) {
  std::string out;
  Position position = game.start;
  for (const Move move : game.moves) {
    if (!out.empty()) out += " ";
    out += to_uci(position, move);
    Undo undo;
    position.do_move(move, undo);
  }
  return out;
}

const std::string kFischerSpassky = R"([Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3
O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15.
Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6 21.
Nc4 Nxc4 22. Bxc4 Nb6 23. Ne5 Rae8 24. Bxf7+ Rxf7 25. Nxf7 Rxe1+ 26. Qxe1 Kxf7
27. Qe3 Qg5 28. Qxg5 hxg5 29. b3 Ke6 30. a3 Kd6 31. axb4 cxb4 32. Ra5 Nd5 33.
f3 Bc8 34. Kf2 Bf5 35. Ra7 g6 36. Ra6+ Kc5 37. Ke1 Nf4 38. g3 Nxh3 39. Kd2 Kb5
40. Rd6 Kc5 41. Ra6 Nf2 42. g4 Bd3 43. Re6 1/2-1/2

)";

}  // namespace

TEST_CASE("the standard's sample game is read and written back byte for byte") {
  const PgnGame game = read_one(kFischerSpassky);
  CHECK(game.tags.size() == 7);
  CHECK(game.tag("White") == "Fischer, Robert J.");
  CHECK_FALSE(game.tag("ECO").has_value());
  CHECK(game.moves.size() == 85);
  CHECK(game.result == Outcome::kDraw);
  CHECK(to_pgn(game) == kFischerSpassky);
}

TEST_CASE("variations, marks, NAGs, comments and escaped lines are skipped") {
  const PgnGame game = read_one(
      "1. e4! $1 {a comment (with [signs] ; and 1-0)} (1. d4 d5 (1... Nf6 {)} -- 2. c4) 2. c4 1-0) "
      "1... e5 $10 ; rest 2. h4 *\n"
      "% 2. a4 escaped\n"
      " 2. Nf3 !? Nc6 = 3.Bb5 +/- a6?? 1-0");
  CHECK(uci(game) == "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
  CHECK(game.result == Outcome::kWin);
}

TEST_CASE("move numbers may have any form") {
  for (const char* text : {"1. e4 e5 2. Nf3 *", "1.e4 e5 2.Nf3 *", "1 e4 e5 2 Nf3 *", "e4 e5 Nf3*",
                           "1. e4 1... e5 2 . Nf3 *", "1.e4 1...e5 2.Nf3 *", "1e4 e5 2Nf3 *",
                           "1. e4 1. ... e5 2.\nNf3 *", "7. e4 e5 99. Nf3 *"}) {
    CAPTURE(text);
    CHECK(uci(read_one(text)) == "e2e4 e7e5 g1f3");
  }
}

TEST_CASE("castling with zeros is neither a result nor a move number") {
  const PgnGame game = read_one("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-1");
  CHECK(game.moves.size() == 8);
  CHECK(game.result == Outcome::kLoss);
}

TEST_CASE("en passant may be marked") {
  CHECK(read_one("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *").moves.size() == 6);
}

TEST_CASE("the en passant mark may follow its move without a space") {
  for (const char* text : {"exd6e.p.", "exd6e.p. ", "exd6e.p", "exd6ep", "exd6e.p.+ ", "exd6 e. p.",
                           "exd6 e.p.!", "exd6!e.p."}) {
    CAPTURE(text);
    CHECK(uci(read_one("1. e4 a6 2. e5 d5 3. " + std::string(text) + " cxd6 *")) ==
          "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6");
  }
}

TEST_CASE("figurines, typeset dashes, spaces and results are converted to ASCII") {
  for (const char* text : {"1. e4 e5 2. \u2658f3 \u265Ec6 3. \u2657b5 a6 4. O-O 1/2-1/2",
                           "1.\u00A0\u2659e4\u00A0e5 2.\u202F\u265E\uFE0Ef3 \u2658\uFE0Ec6 "
                           "3.\u265D\uFE0Fb5 a6 4.O\u2013O \u00BD\u2013\u00BD",
                           "1.e4 1\u2026e5 2.\u2658f3\u00B1 \u2658c6\u2A72 \u00B1 3.\u2657b5\u203C "
                           "\u2213! a6 4. 0\u20130\u25A1 \u00BD-\u00BD",
                           "1. e4 e5 2\u2658f3 \u2658c6 3\u2657b5 a6 4. O\x97O [] \xBD-\xBD"}) {
    CAPTURE(text);
    const PgnGame game = read_one(text);
    CHECK(uci(game) == "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1");
    CHECK(game.result == Outcome::kDraw);
  }
}

TEST_CASE("a move with an unknown symbol is reported") {
  for (const char* text :
       {"1. e4 e5 2. \u041Af3 *", "1. e4 e5 2. \u00D1f3 *", "1. e4 e5 2. \U0001FA04f3 *",
        "1. e4 e5 2. \xA2"
        "f3 *",
        "1. e4 e5 2. Nf3 \u2660"
        "c6 *"}) {
    CAPTURE(text);
    const auto games = read_all(text);
    REQUIRE(games.size() == 1);
    REQUIRE_FALSE(games[0].has_value());
    CHECK(games[0].error().code == "pgn.move.illegal");
  }
}

TEST_CASE("a few words after a move that are not moves are skipped") {
  for (const char* text :
       {"1. f3 e5 N 2. g4 Qh4# D 0-1", "1. f3 N e5 D 2. g4 Qh4 mate 0-1",
        "1. f3 e5 TN 2. g4 RR Qh4 dis ch mate! 0-1", "1. f3N e5D 2. g4 Qh4mate 0-1",
        "1. f3 unclear e5 2. g4 Qh4# White resigns 0-1", "1. f3 e5 2. g4 Qh4 dbl. ch. 0-1",
        "1. f3 e5 2. g4 Qh4#0-1", "1. f3 e5 =+ 2. g4 [] -+ Qh4ch mate 0-1"}) {
    CAPTURE(text);
    const PgnGame game = read_one(text);
    CHECK(uci(game) == "f2f3 e7e5 g2g4 d8h4");
    CHECK(game.result == Outcome::kLoss);
  }
  for (const char* text : {"N 1. e4 *", "1. e4 here is some text *", "1. e4 ed *", "1. e4 foo *",
                           "1. e4 Nf9 *", "1. e4 pass 2. e5 *", "1. e4 Sf6 *"}) {
    CAPTURE(text);
    CHECK(error_of(text).find("move 1") != std::string::npos);
  }
}

TEST_CASE("games may follow each other with or without tags, blank lines and results") {
  const auto games = read_all(
      "[Event \"a\"]\n1. e4 1-0\n1. d4 *\n\n\n[Event \"b\"]\n\n1. c4\n[Event \"c\"]\n\n[Event "
      "\"d\"] [Site \"x\"]\n0-1 Nf3");
  REQUIRE(games.size() == 6);
  for (const auto& game : games) REQUIRE(game.has_value());
  CHECK(games[0]->result == Outcome::kWin);
  CHECK(games[1]->tags.empty());
  CHECK(games[2]->tag("Event") == "b");
  CHECK_FALSE(games[2]->result.has_value());
  CHECK(games[3]->moves.empty());
  CHECK(games[4]->tag("Site") == "x");
  CHECK(games[4]->result == Outcome::kLoss);
  CHECK(uci(*games[5]) == "g1f3");
}

TEST_CASE("a byte order mark, three kinds of line ends and non-ASCII bytes are accepted") {
  const auto games = read_all(
      "\xEF\xBB\xBF[Event \"M\xFCnchen\"]\r\n\r\n1. e4 \xB1 e5 ; gut\r2. Nf3 {\xC3\xA4\r\n} "
      "*\r\n\x1A");
  REQUIRE(games.size() == 1);
  REQUIRE(games[0].has_value());
  CHECK(games[0]->tag("Event") == "M\xFCnchen");
  CHECK(games[0]->moves.size() == 3);
}

TEST_CASE("tag values may have escapes, and quotes that are not escaped") {
  const PgnGame game = read_one(
      "[Event \"a \\\"b\\\" \\\\ c\"][Site\"\"]\n[ Annotator \"the \"best\", they say\" ]\n*");
  CHECK(game.tag("Event") == "a \"b\" \\ c");
  CHECK(game.tag("Site") == "");
  CHECK(game.tag("Annotator") == "the \"best\", they say");
}

TEST_CASE("comments are kept at their places if requested") {
  const PgnGame game =
      read_one("{ before\n  all } 1. e4 {one} ; two\n (1. d4 {not this}) e5 2. Nf3 {end} *",
               {.keep_comments = true});
  CHECK(game.comments == std::vector<std::string>{"before all", "one two", "", "end"});
  CHECK(read_one("1. e4 *", {.keep_comments = true}).comments.empty());
  CHECK(read_one("1. e4 {one} *").comments.empty());
}

TEST_CASE("a FEN tag sets the start position, with either side to move") {
  const PgnGame game =
      read_one("[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 12\"]\n\n12... e5 13. e4 *");
  CHECK(uci(game) == "e7e5 e2e4");
  CHECK(to_pgn(game).ends_with(
      "[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 12\"]\n[SetUp \"1\"]\n\n12... e5 13. e4 *\n\n"));
}

TEST_CASE("an empty or unknown FEN tag, and SetUp 0, mean the standard position") {
  for (const char* tags : {"[FEN \"\"]", "[FEN \"?\"]", "[FEN \" \"]", "[SetUp \"0\"]",
                           "[SetUp \"0\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]",
                           "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"0\"]",
                           "[FEN \"?\"]\n[SetUp \"0\"]", "[SetUp \"0\"]\n[FEN \"rubbish\"]",
                           "[SetUp \"1\"]\n[FEN \"?\"]", "[FEN \"\"]\n[SetUp \"1\"]"}) {
    CAPTURE(tags);
    CHECK(uci(read_one("[Event \"T\"]\n" + std::string(tags) + "\n\n1. f3 e5 2. g4 Qh4# 0-1")) ==
          "f2f3 e7e5 g2g4 d8h4");
  }
}

TEST_CASE("the names of tags that matter are read in upper or lower case") {
  const PgnGame game = read_one(
      "[event \"x\"]\n[Setup \"1\"]\n[Fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[RESULT "
      "\"1-0\"]\n\n1. e3 0-1");
  CHECK(uci(game) == "e2e3");
  CHECK(game.tag("FEN").has_value());
  CHECK(game.contradicts_itself());
  CHECK(read_one(to_pgn(game)).faults.empty());
  CHECK(uci(read_one("[Setup \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. d4 *")) ==
        "d2d4");
  CHECK(read_all("[EVENT \"a\"]\n[Event \"b\"]\n*").size() == 2);
}

TEST_CASE("FEN tags of older books may have semicolons and carriage returns") {
  for (const char* fen :
       {"8/8/4k3/8/8/4K3/4P3/8 w - - 0 15;", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 15\r",
        "8/8/4k3/8/8/4K3/4P3/8 w - - 0 15 ;\r", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 15;\r",
        "8/8/4k3/8/8/4K3/4P3/8\rw - - 0 15", "8/8/4k3/8/8/4K3/4P3/8 w - - hmvc 0; fmvn 15;",
        " 8/8/4k3/8/8/4K3/4P3/8 w - - 0 15; id \\\"x\\\";"}) {
    CAPTURE(fen);
    for (const char* end : {"\n", "\r\n"}) {
      const PgnGame game = read_one("[FEN \"" + std::string(fen) + "\"]" + end +
                                    "[Result \"1/2-1/2\"]" + end + end + "15. Kd2 1/2-1/2" + end);
      CHECK(uci(game) == "e3d2");
      CHECK(game.start.fullmove_number() == 15);
      CHECK(game.faults.empty());
    }
  }
  CHECK(error_of("[Event \"x\r[Site \"y\"]\r\r*") ==
        "PGN: game 1, line 1: tag 'Event': the value is not closed");
  CHECK(error_of("[FEN \"8/8/4k3/8/8/4K3/4P3/8 w - - 0 15; 7\"]\n\n*").find("tag 'FEN'") !=
        std::string::npos);
}

TEST_CASE("impossible castling rights of a FEN tag are dropped and noted") {
  const PgnGame game = read_one("[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\"]\n\n1. O-O *");
  CHECK(uci(game) == "e1g1");
  REQUIRE(game.notes.size() == 1);
  CHECK(game.notes[0].starts_with("PGN: game 1, line 1: tag 'FEN': "));
  CHECK(game.faults.empty());
}

TEST_CASE("openings that have only tags are separate games") {
  const std::string first = "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]",
                    second = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", round = "\n[Round \"1\"]";
  for (const std::string& text :
       {first + "\n\n" + second, first + "\r\n\r\n" + second + "\r\n", first + "\n" + second + "\n",
        first + round + "\n\n" + second + round, first + round + "\n" + second + round,
        round + "\n" + first + "\n \t\n" + round + "\n" + second,
        first + "\n\n; two\n" + second + "\n\n*", first + "\n{one}\n\n" + second}) {
    CAPTURE(text);
    const auto games = read_all(text);
    REQUIRE(games.size() == 2);
    REQUIRE((games[0] && games[1]));
    CHECK(games[0]->start.piece_on(make_square(6, 5)) == Piece::kWhiteQueen);
    CHECK(games[1]->start.piece_on(make_square(4, 1)) == Piece::kWhitePawn);
    CHECK(games[0]->faults.empty());
    CHECK(games[1]->faults.empty());
  }
}

TEST_CASE("an invalid opening does not affect the next one") {
  const std::string good = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
  for (const char* bad : {"[FEN \"rubbish\"]", "[FEN \"rubbish]", "[FEN rubbish]\n[Round \"1\"]",
                          "[Variant \"Atomic\"]"}) {
    CAPTURE(bad);
    const auto games = read_all(std::string(bad) + "\n\n" + good + "\n\n" + good);
    REQUIRE(games.size() == 3);
    CHECK_FALSE(games[0].has_value());
    CHECK(games[1].has_value());
    CHECK(games[2].has_value());
  }
}

TEST_CASE("a repeated tag is reported") {
  const auto faults_of = [](const std::string& text) {
    std::string codes;
    for (const Error& fault : read_one(text).faults) codes += fault.code + ' ';
    return codes;
  };
  CHECK(faults_of("[Event \"a\"]\n[White \"x\"]\n[White \"y\"]\n\n1. e4 *") == "pgn.tag.repeated ");
  CHECK(faults_of("[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 1-0") == "pgn.tag.repeated ");
  CHECK(faults_of("[Event \"a\"]\n[FEN \"?\"]\n[FEN \"?\"]\n\n1. e4 *") == "pgn.tag.repeated ");
  CHECK(read_one("[Event \"a\"]\n[White \"x\"]\n[White \"y\"]\n\n1. e4 *").tag("White") == "x");
  const auto two_starts = read_all(
      "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"?\"]\n\n1. e4 *\n1. d4 *");
  REQUIRE(two_starts.size() == 2);
  CHECK(two_starts[0].error().code == "pgn.tag.repeated");
  CHECK(two_starts[1].has_value());
}

TEST_CASE("a result that contradicts its tag or the board is a fault") {
  struct Case {
    const char* tag;
    const char* movetext;
    std::string faults;
  };
  const std::vector<Case> cases{
      {"1-0", "1. e4 0-1", "pgn.result.tag "},
      {"0-1", "1. e4 1-0", "pgn.result.tag "},
      {"1/2-1/2", "1. e4 1-0", "pgn.result.tag "},
      {"1-0", "1. e4 1/2", "pgn.result.tag "},
      {"1/2", "1. e4 1/2-1/2", ""},
      {"\u00BD-\u00BD", "1. e4 1-0", "pgn.result.tag "},
      {"*", "1. e4 1-0", ""},
      {"1-0", "1. e4 *", ""},
      {"?", "1. e4 1-0", ""},
      {"", "1. e4 1-0", ""},
      {"1-0", "1. e4", ""},
      {"0-1", "1. f3 e5 2. g4 Qh4# 0-1", ""},
      {"1-0", "1. f3 e5 2. g4 Qh4# 1-0", "pgn.result.board "},
      {"1-0", "1. f3 e5 2. g4 Qh4#", "pgn.result.board "},
      {"1-0", "1. f3 e5 2. g4 Qh4# *", "pgn.result.board "},
      {"*", "1. f3 e5 2. g4 Qh4# 1-0", "pgn.result.board "},
      {"*", "1. f3 e5 2. g4 Qh4# *", ""},
      {"1/2-1/2", "1. f3 e5 2. g4 Qh4# 1/2-1/2", "pgn.result.board "},
      {"1-0", "1. f3 e5 2. g4 Qh4# 0-1", "pgn.result.tag pgn.result.board "},
      {"0-1", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1", "pgn.result.board "},
      {"1-0",
       "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 "
       "9. Qxc8 Kg6 10. Qe6 1-0",
       "pgn.result.board "},
      {"1/2-1/2",
       "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 "
       "9. Qxc8 Kg6 10. Qe6 1/2-1/2",
       ""},
  };
  for (const auto& [tag, movetext, faults] : cases) {
    CAPTURE(tag);
    CAPTURE(movetext);
    const PgnGame game =
        read_one("[Event \"x\"]\n[Result \"" + std::string(tag) + "\"]\n\n" + movetext + "\n");
    std::string codes;
    for (const Error& fault : game.faults) codes += fault.code + ' ';
    CHECK(codes == faults);
    CHECK(game.contradicts_itself() == !faults.empty());
  }
}

TEST_CASE("Chess960 is recognized by any of its names, and its castling is read") {
  for (const char* name :
       {"Chess960", "chess 960", "fischerandom", "Fischerandom", "Fischer Random"}) {
    const PgnGame game = read_one("[Variant \"" + std::string(name) +
                                  "\"]\n[FEN \"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc "
                                  "- 0 1\"]\n\n1. g3 g6 2. Qg2 Qg7 3. O-O *");
    CHECK(game.start.chess960());
    CHECK(uci(game).ends_with("e1f1"));
    CHECK(to_pgn(game).find("[Variant \"Chess960\"]\n") != std::string::npos);
  }
  CHECK_FALSE(read_one("[Variant \"Standard\"]\n\n1. e4 *").start.chess960());
}

TEST_CASE("an error names the game, the line, the move and the cause") {
  CHECK(error_of("[Event \"x\"]\n\n1. e4 e5\n2. Nf3 Qxf7 1-0") ==
        "PGN: game 1, line 4, move 2...: SAN 'Qxf7': no queen can legally go to f7");
  CHECK(error_of("1. e4 -- 2. d4 *") ==
        "PGN: game 1, line 1, move 1...: a null move outside a variation");
  CHECK(error_of("1. e4 ) e5 *") == "PGN: game 1, line 1: ')' without '('");
  CHECK(error_of("1. e4 } e5 *") == "PGN: game 1, line 1: unexpected '}'");
  CHECK(error_of("1. e4 % e5 *") == "PGN: game 1, line 1: unexpected '%' inside a line");
  CHECK(error_of("1. e4\n(1. d4\n d5") ==
        "PGN: game 1, line 2: the variation that begins here is not closed");
  CHECK(error_of("1. e4\n{1. d4\n d5") ==
        "PGN: game 1, line 2: the comment that begins here is not closed");
  CHECK(error_of("1. e4 [x] *") == "PGN: game 1, line 1: unexpected '['");
  CHECK(error_of("1. " + std::string(300, 'e') + " *") ==
        "PGN: game 1, line 1: a word longer than 255 characters");
}

TEST_CASE("an error in a tag names the tag") {
  CHECK(error_of("[Event \"x]\n\n*") ==
        "PGN: game 1, line 1: tag 'Event': the value is not closed");
  CHECK(error_of("[Event x]\n\n*") ==
        "PGN: game 1, line 1: tag 'Event': its value must be in quotes");
  CHECK(error_of("[Event \"x\"\n\n*") ==
        "PGN: game 1, line 1: tag 'Event': no ']' after the value");
  CHECK(error_of("[\"x\"]\n\n*") == "PGN: game 1, line 1: a tag without a name");
  CHECK(error_of("[Event \"x\"]\n[FEN \"8/8 w\"]\n\n*") ==
        "PGN: game 1, line 2: tag 'FEN': FEN: board: only 2 of 8 ranks");
  CHECK(error_of("[Variant \"Crazyhouse\"]\n\n*") ==
        "PGN: game 1, line 1: tag 'Variant': 'Crazyhouse' is not played here");
  CHECK(error_of("[SetUp \"1\"]\n\n*") ==
        "PGN: game 1, line 3: tag 'SetUp' is \"1\", but there is no tag 'FEN'");
}

TEST_CASE("after any error the next game is read") {
  for (const char* broken :
       {"[Event \"x\"]\n\n1. e4 e5 2. Ke3 (2. d4 1-0 *) Nf6 1-0",
        "[Event \"x]\n[Site \"y\"]\n\n1. e4 *",
        "[Event \"x\"]\n[Site y] [Date \"z\"]\n[FEN \"bad\"]\n\n1. e4 e5\n*",
        "[Event \"x\"]\n\n1. e4 (1. d4 1-0", "[Event \"x\"]\n\n1. e4 {not closed 1-0\n",
        "[Variant \"Atomic\"]\n1-0", "[Variant \"Atomic\"]", "[SetUp \"1\"]\n1. e4 *",
        "Dear Sir [or Madam]\nhere are\n(some games", "1. e4 & 1-0"}) {
    CAPTURE(broken);
    const auto games = read_all(std::string(broken) + "\n\n[Event \"next\"]\n\n1. d4 1/2-1/2\n");
    REQUIRE(games.size() == 2);
    CHECK_FALSE(games[0].has_value());
    REQUIRE(games[1].has_value());
    CHECK(games[1]->tag("Event") == "next");
    CHECK(uci(*games[1]) == "d2d4");
  }
}

TEST_CASE("an empty text and one with only comments have no games") {
  CHECK(read_all("").empty());
  CHECK(read_all("\n \r\n\t").empty());
  CHECK(read_all("; nothing\n% here\n{ at all }").empty());
}

TEST_CASE("the reader counts games and works with small and large pieces of its source") {
  std::size_t at = 0;
  PgnReader reader([&](std::span<char> buffer) {
    if (at == kFischerSpassky.size() || buffer.empty()) return std::size_t{0};
    buffer[0] = kFischerSpassky[at++];
    return std::size_t{1};
  });
  const auto game = reader.next();
  REQUIRE(game.has_value());
  REQUIRE(game->has_value());
  CHECK(to_pgn(**game) == kFischerSpassky);
  CHECK(reader.games() == 1);
  CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("a reader that begins at another's offset reads the same games") {
  const std::string text =
      "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 *\n[Event \"b\"]\r\n\r\n1. d4 d5\r\n[Event "
      "\"c\"]\n[Event \"d\"]\n1. c4 (1. f4) 1/2-1/2 1. Nf3 "
      "*\n" +
      kFischerSpassky + "1. g3";
  const std::size_t games = read_all(text).size();
  REQUIRE(games == 7);
  std::istringstream whole(text);
  PgnReader reader(whole);
  for (std::size_t game = 0; game < games; ++game) {
    const std::vector<Result<PgnGame>> rest = read_all(text.substr(reader.offset()));
    CHECK(rest.size() == games - game);
    const auto next = reader.next();
    REQUIRE((next && *next && rest.front()));
    CHECK(to_pgn(*rest.front()) == to_pgn(**next));
  }
  CHECK(read_all(text.substr(reader.offset())).empty());
}

TEST_CASE("the writer puts the roster first and the other tags by name, and escapes values") {
  PgnGame game;
  game.tags = {{"WhiteElo", "2700"},
               {"Black", "\\ \"x\"\n"},
               {"ECO", "A00"},
               {"Result", "1-0"},
               {"SetUp", "0"}};
  CHECK(to_pgn(game) ==
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black "
        "\"\\\\ \\\"x\\\" \"]\n[Result \"*\"]\n"
        "[ECO \"A00\"]\n[WhiteElo \"2700\"]\n\n*\n\n");
}

TEST_CASE("the writer numbers Black's move after a comment, and keeps lines under 80 columns") {
  PgnGame game = read_one("1. e4 e5 2. Nf3 *");
  game.comments = {"", "best } by test", "", "word "};
  for (int i = 0; i < 30; ++i) game.comments[3] += "% [Event \"x\"] " + std::string(30, 'w') + ' ';
  const std::string text = to_pgn(game);
  CHECK(text.find("1. e4 {best ) by test} 1... e5 2. Nf3 {word % [Event") != std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() < 80);
  const PgnGame again = read_one(text, {.keep_comments = true});
  CHECK(to_pgn(again) == text);
  CHECK(again.moves == game.moves);
}

TEST_CASE("random games are equal after writing and reading, also all in one file") {
  std::string file;
  std::vector<PgnGame> games;
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    for (const Position& start : testing::varied_starts()) {
      PgnGame game;
      game.start = start;
      Position position = start;
      game.moves = testing::random_moves(position, rng, 200);
      game.result = static_cast<Outcome>(static_cast<int>(rng.below(3)) - 1);
      game.comments.assign(game.moves.size() + 1, "");
      game.comments[rng.below(static_cast<std::uint32_t>(game.comments.size()))] =
          "here (and) $1 there";
      file += to_pgn(game);
      games.push_back(std::move(game));
    }
  }
  const auto read = read_all(file, {.keep_comments = true});
  REQUIRE(read.size() == games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    REQUIRE(read[i].has_value());
    CHECK(read[i]->moves == games[i].moves);
    CHECK(read[i]->comments == games[i].comments);
    CHECK(read[i]->result == games[i].result);
    CHECK(read[i]->start.key() == games[i].start.key());
  }
}

}  // namespace trivium::chess
