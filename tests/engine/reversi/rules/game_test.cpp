#include "engine/reversi/rules/game.h"

#include <doctest/doctest.h>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the optimal game of the proof that Reversi is a draw ends 32-32") {
  const Result<Game> game = replay(game_of(kSolvedGame));
  REQUIRE(game.has_value());
  CHECK(game->over());
  CHECK(game->final_score(Color::kBlack) == 0);
  CHECK(count(game->discs(Color::kBlack)) == 32);
  CHECK(count(game->discs(Color::kWhite)) == 32);
}

TEST_CASE("sides alternate, passes included, and undo goes back to the start") {
  Game game;
  CHECK(game.to_move() == Color::kBlack);
  game.do_move(square_of("f5"));
  CHECK(game.to_move() == Color::kWhite);
  CHECK(game.discs(Color::kBlack) == squares_of({"e4", "d5", "e5", "f5"}));
  game.undo_move();
  CHECK(game.position() == game.start());
  CHECK(game.to_move() == Color::kBlack);
}

TEST_CASE("a game may begin in any position with either side to move") {
  const Position start = position_of_rows("OOX-----O", 'O');
  Game game(start, Color::kWhite);
  CHECK(game.to_move() == Color::kWhite);
  game.do_move(square_of("d1"));
  CHECK(game.over());
  CHECK(game.final_score(Color::kWhite) == 64);
  CHECK(game.final_score(Color::kBlack) == -64);
}

}  // namespace
}  // namespace trivium::reversi
