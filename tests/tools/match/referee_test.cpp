#include "tools/match/play/board/referee.h"

#include <initializer_list>
#include <string>

#include "doctest/doctest.h"

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::match {
namespace {

std::unique_ptr<Referee> referee_of(Game game, const client::GameSetup& setup = {}) {
  Result<std::unique_ptr<Referee>> referee = make_referee(game, setup);
  REQUIRE_MESSAGE(referee, referee.error().message);
  return *std::move(referee);
}

std::unique_ptr<Referee> chess_from(const std::string& fen, bool chess960 = false) {
  return referee_of(Game::kChess, {.fen = fen, .chess960 = chess960});
}

client::GameSetup on_board(int size) {
  client::GameSetup setup;
  setup.board_size = size;
  return setup;
}

std::string played(Referee& referee, std::string_view move) {
  const Result<std::string> text = referee.play(move);
  return text ? *text : text.error().message;
}

void play_all(Referee& referee, std::initializer_list<const char*> moves) {
  for (const char* move : moves) {
    CHECK_FALSE(referee.end());
    CHECK(played(referee, move) == move);
  }
}

void check_end(const Referee& referee, Outcome for_first, const std::string& reason) {
  REQUIRE(referee.end());
  CHECK(referee.end()->for_first == for_first);
  CHECK(referee.end()->reason == reason);
}

}  // namespace

TEST_CASE("mate ends a game of chess, and no move is legal after it") {
  const auto referee = referee_of(Game::kChess);
  CHECK(referee->to_move() == 0);
  play_all(*referee, {"f2f3", "e7e5", "g2g4", "d8h4"});
  check_end(*referee, Outcome::kLoss, "checkmate");
  CHECK(referee->full_moves() == 2);
  CHECK(played(*referee, "a2a3") == "move 3 of White: the game is over: checkmate");
}

TEST_CASE("stalemate, bare kings and fifty quiet moves are draws without a claim") {
  const auto stalemate = chess_from("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
  play_all(*stalemate, {"f1f7"});
  check_end(*stalemate, Outcome::kDraw, "stalemate");

  const auto bare = chess_from("8/8/8/3pK3/8/8/8/7k w - - 0 1");
  play_all(*bare, {"e5d5"});
  check_end(*bare, Outcome::kDraw, "draw by insufficient material");

  const auto quiet = chess_from("k7/8/8/4K3/8/8/7r/6R1 w - - 98 80");
  play_all(*quiet, {"e5e6", "h2h3"});
  check_end(*quiet, Outcome::kDraw, "draw by the fifty-move rule");
}

TEST_CASE("the third occurrence of a position ends the game") {
  const auto referee = referee_of(Game::kChess);
  play_all(*referee, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
  check_end(*referee, Outcome::kDraw, "draw by repetition");
}

TEST_CASE("a mate with the hundredth quiet half-move is a mate") {
  const auto referee = chess_from("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  play_all(*referee, {"a1a8"});
  check_end(*referee, Outcome::kWin, "checkmate");
}

TEST_CASE("castling is returned in the notation of the variant, whatever the engine's notation") {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  CHECK(played(*chess_from(fen), "e1h1") == "e1g1");
  CHECK(played(*chess_from(fen), "e1g1") == "e1g1");
  CHECK(played(*chess_from(fen, true), "e1g1") == "e1h1");
  const std::string shuffled = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1";
  CHECK(played(*chess_from(shuffled, true), "c1g1") == "c1g1");
}

TEST_CASE("an illegal move is named with its number, its side and its cause") {
  const auto referee = chess_from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 14");
  CHECK(played(*referee, "e2e4") ==
        "move 14 of Black: UCI move 'e2e4': the piece on e2 is not on move");
  CHECK(played(*referee, "e7e4") == "move 14 of Black: UCI move 'e7e4': not legal here");
  for (const char* move : {"", "0000", "(none)", "e7e5q", "Nf6", "e7 e5"}) {
    CAPTURE(move);
    CHECK_FALSE(referee->play(move));
  }
  CHECK(referee->to_move() == 1);
  CHECK(played(*referee, "e7e5") == "e7e5");
  CHECK(referee->position() == "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 15");
}

TEST_CASE("captures and pawn moves are irreversible") {
  const auto referee = chess_from("4k3/8/8/3p4/8/2N5/8/R3K3 w - - 7 30");
  CHECK_FALSE(referee->irreversible());
  play_all(*referee, {"c3d5"});
  CHECK(referee->irreversible());
  play_all(*referee, {"e8d7"});
  CHECK_FALSE(referee->irreversible());
}

TEST_CASE("moves on a clone do not change the game") {
  const auto referee = referee_of(Game::kChess);
  const auto trial = referee->clone();
  play_all(*trial, {"e2e4"});
  CHECK(referee->to_move() == 0);
  CHECK(trial->to_move() == 1);
}

TEST_CASE("an invalid start is rejected, also Chess960 rights in a game of chess") {
  CHECK_FALSE(make_referee(Game::kChess, {.fen = "8/8/8/8/8/8/8/8 w - - 0 1"}));
  CHECK_FALSE(make_referee(Game::kChess, {.fen = "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"}));
  CHECK_FALSE(make_referee(Game::kConnect6, on_board(5)));
  CHECK_FALSE(make_referee(Game::kConnect6, on_board(26)));
  CHECK_FALSE(make_referee(Game::kReversi, on_board(19)));
  CHECK_FALSE(make_referee(Game::kPoker, {}));
}

TEST_CASE("a finished start position is recognized") {
  check_end(*chess_from("R6k/8/6K1/8/8/8/8/8 b - - 0 1"), Outcome::kWin, "checkmate");
}

TEST_CASE("in Connect-6 Black places one stone, then each side two, and six in a row win") {
  const auto referee = referee_of(Game::kConnect6);
  std::string sides;
  const auto place = [&](const char* vertex) {
    sides += std::to_string(referee->to_move());
    CHECK(played(*referee, vertex) == vertex);
  };
  for (const char* vertex : {"K10", "A1", "C1", "L10", "M10", "E1", "G1", "N10", "O10", "A3", "C3"})
    place(vertex);
  CHECK(sides == "01100110011");
  CHECK_FALSE(referee->end());
  CHECK(referee->full_moves() == 3);
  place("P10");
  check_end(*referee, Outcome::kWin, "six in a row");
  CHECK(played(*referee, "A19") == "stone 13 of the game, Black's: the game is over: six in a row");
}

TEST_CASE("White's six in a row are a loss for the first side") {
  const auto referee = referee_of(Game::kConnect6);
  play_all(*referee, {"K10", "A1", "B1", "K12", "K14", "C1", "D1", "K16", "K18", "E1", "F1"});
  check_end(*referee, Outcome::kLoss, "six in a row");
}

TEST_CASE("a full board without six in a row is a draw") {
  const auto referee = referee_of(Game::kConnect6, on_board(6));
  // Filled column by column, every line of six gets stones of both sides.
  for (int column = 0; column < 6; ++column) {
    for (int row = 1; row <= 6; ++row) {
      CHECK_FALSE(referee->end());
      REQUIRE(referee->play(std::string(1, "ABCDEF"[column]) + std::to_string(row)));
    }
  }
  check_end(*referee, Outcome::kDraw, "draw by a full board");
}

TEST_CASE("a stone off the board or on another is rejected; lowercase letters are accepted") {
  const auto referee = referee_of(Game::kConnect6);
  CHECK(played(*referee, "k10") == "K10");
  CHECK(played(*referee, "K10") == "stone 2 of the game, White's: K10 is occupied");
  for (const char* move : {"I5", "A20", "pass", "resign", "", "K10L10"}) {
    CAPTURE(move);
    CHECK_FALSE(referee->play(move));
  }
  CHECK(referee->position() == "1. B[j10]");
}

TEST_CASE("in Reversi a pass is forced where it is legal, and empty squares count for the winner") {
  const auto referee = referee_of(Game::kReversi, on_board(4));
  play_all(*referee, {"C4", "B4", "A4", "D4", "D2"});
  CHECK(referee->to_move() == 1);
  CHECK(referee->forced_move() == "pass");
  CHECK(played(*referee, "A1") ==
        "move 6 of the game, White's: a1 flips no disc; White can play pass");
  play_all(*referee, {"pass"});
  CHECK_FALSE(referee->forced_move());
  play_all(*referee, {"A1"});
  check_end(*referee, Outcome::kWin, "Black wins by 14 discs");
  CHECK_FALSE(referee->forced_move());
  CHECK(referee->full_moves() == 3);
  CHECK(played(*referee, "B1") ==
        "move 8 of the game, White's: the game is over after 7 moves; nothing may follow");
}

TEST_CASE("the solved game of Reversi ends in a draw") {
  const auto referee = referee_of(Game::kReversi, on_board(8));
  for (std::string_view rest = reversi::kSolvedGame; !rest.empty(); rest.remove_prefix(2)) {
    CHECK_FALSE(referee->end());
    REQUIRE(referee->play(rest.substr(0, 2)));
  }
  check_end(*referee, Outcome::kDraw, "draw, 32 discs each");
}

TEST_CASE("a move of Reversi without flips is rejected; lowercase letters are accepted") {
  const auto referee = referee_of(Game::kReversi, on_board(8));
  CHECK(referee->position() ==
        "---------------------------OX------XO--------------------------- X;");
  CHECK(played(*referee, "d4") ==
        "move 1 of the game, Black's: d4 is occupied; Black can play d3, c4, f5, e6");
  CHECK(played(*referee, "pass") ==
        "move 1 of the game, Black's: Black may not pass; Black can play d3, c4, f5, e6");
  for (const char* move : {"I5", "A9", "A1", "resign", "", "D3C3"}) {
    CAPTURE(move);
    CHECK_FALSE(referee->play(move));
  }
  CHECK(played(*referee, "f5") == "F5");
  CHECK(referee->to_move() == 1);
}

}  // namespace trivium::match
