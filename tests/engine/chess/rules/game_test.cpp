// Ends of chess games, and the state of a Game.
#include "engine/chess/rules/game.h"

#include <doctest/doctest.h>
#include <initializer_list>
#include <string>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {
namespace {

Game game_from(const std::string& fen) { return Game(*parse_fen(fen)); }

void play(Game& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const auto move = parse_uci_move(game.position(), text);
    REQUIRE_MESSAGE(move.has_value(), text);
    game.do_move(*move);
  }
}

void check_end(const Game& game, Termination reason, Outcome for_white) {
  const auto end = game.end();
  REQUIRE(end.has_value());
  CHECK(end->reason == reason);
  CHECK(end->for_white == for_white);
}

TEST_CASE("a new game is not over") { CHECK_FALSE(Game().end().has_value()); }

TEST_CASE("checkmate is a loss for the side to move") {
  Game fools_mate;
  play(fools_mate, {"f2f3", "e7e5", "g2g4", "d8h4"});
  check_end(fools_mate, Termination::kCheckmate, Outcome::kLoss);
  check_end(game_from("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Termination::kCheckmate, Outcome::kWin);
}

TEST_CASE("stalemate is a draw") {
  check_end(game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Termination::kStalemate, Outcome::kDraw);
}

TEST_CASE("mate on the board takes precedence over the fifty-move rule") {
  check_end(game_from("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90"), Termination::kCheckmate, Outcome::kWin);
}

TEST_CASE("the hundredth half-move without capture or pawn move ends the game") {
  Game game = game_from("7k/8/8/8/8/8/R7/K7 w - - 98 90");
  play(game, {"a2b2"});
  CHECK_FALSE(game.end().has_value());
  play(game, {"h8g8"});
  check_end(game, Termination::kFiftyMoves, Outcome::kDraw);
}

TEST_CASE("the third occurrence of a position ends the game, and undo reverts it") {
  Game game;
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  CHECK(game.repetitions() == 1);
  CHECK_FALSE(game.end().has_value());
  play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  CHECK(game.repetitions() == 2);
  check_end(game, Termination::kThreefoldRepetition, Outcome::kDraw);
  game.undo_move();
  CHECK(game.repetitions() == 1);
  CHECK_FALSE(game.end().has_value());
}

TEST_CASE(
    "a position is drawn at the hundredth half-move, by insufficient material, or at the given "
    "occurrence") {
  Game game;
  for (int times = 1; times <= 3; ++times) {
    CHECK(is_drawn(game.position(), game.keys(), times));
    CHECK_FALSE(is_drawn(game.position(), game.keys(), times + 1));
    play(game, {"g1f3", "g8f6", "f3g1", "f6g8"});
  }
  const auto drawn_at_once = [](const char* fen) {
    const Game start = game_from(fen);
    return is_drawn(start.position(), start.keys(), 2);
  };
  CHECK(drawn_at_once("7k/8/8/8/8/8/R7/K7 w - - 100 90"));
  CHECK_FALSE(drawn_at_once("7k/8/8/8/8/8/R7/K7 w - - 99 90"));
  CHECK(drawn_at_once("7k/8/8/8/8/8/N7/K7 w - - 0 1"));
}

TEST_CASE("equal positions with different castling rights are different") {
  Game game = game_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  play(game, {"h1h2", "e8d8", "h2h1", "d8e8"});
  CHECK(game.repetitions() == 0);
  play(game, {"h1h2", "e8d8", "h2h1", "d8e8"});
  CHECK(game.repetitions() == 1);
}

TEST_CASE("a legal en passant capture makes a position different, an illegal one does not") {
  Game possible = game_from("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1");
  play(possible, {"a2a4", "e8d8", "e1d1", "d8e8", "d1e1"});
  CHECK(possible.repetitions() == 0);
  Game impossible = game_from("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
  play(impossible, {"a2a4", "e8d8", "e1d1", "d8e8", "d1e1"});
  CHECK(impossible.repetitions() == 1);
}

TEST_CASE("a game can continue after a draw, and keeps its start, moves and keys") {
  Game game = game_from("7k/8/8/8/8/8/8/K7 w - - 0 1");
  check_end(game, Termination::kInsufficientMaterial, Outcome::kDraw);
  play(game, {"a1a2", "h8h7"});
  CHECK(game.moves().size() == 2);
  CHECK(game.keys().size() == 3);
  CHECK(game.keys().front() == game.start().key());
  CHECK(game.keys().back() == game.position().key());
  game.undo_move();
  game.undo_move();
  CHECK(game.position() == game.start());
}

TEST_CASE(
    "material is insufficient for bare kings, one minor piece, and bishops all on one color") {
  const auto insufficient = [](const std::string& pieces) {
    return insufficient_material(*parse_fen("k7/8/8/8/" + pieces + "/8/8/7K w - - 0 1"));
  };
  CHECK(insufficient("8"));
  CHECK(insufficient("3N4"));
  CHECK(insufficient("3b4"));
  CHECK(insufficient("1B1b1B2"));
  CHECK_FALSE(insufficient("1Bb5"));
  CHECK_FALSE(insufficient("1N1n4"));
  CHECK_FALSE(insufficient("1NN5"));
  CHECK_FALSE(insufficient("1N1b4"));
  CHECK_FALSE(insufficient("3P4"));
  CHECK_FALSE(insufficient("3r4"));
  CHECK_FALSE(insufficient("3Q4"));
}

}  // namespace
}  // namespace trivium::chess
