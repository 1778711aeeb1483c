// Checks the contract of contract.h for every game.
#include "tests/contract/contract.h"

#include <doctest/doctest.h>

#include "tests/contract/chess_adapter.h"
#include "tests/contract/connect6_adapter.h"
#include "tests/contract/holdem_adapter.h"
#include "tests/contract/reversi_adapter.h"

TYPE_TO_STRING_AS("chess", trivium::contract::ChessAdapter);
TYPE_TO_STRING_AS("Connect-6", trivium::contract::Connect6Adapter);
TYPE_TO_STRING_AS("hold'em", trivium::contract::HoldemAdapter);
TYPE_TO_STRING_AS("Reversi", trivium::contract::ReversiAdapter);

namespace trivium::contract {
namespace {

#define EVERY_GAME ChessAdapter, Connect6Adapter, HoldemAdapter, ReversiAdapter

TEST_CASE_TEMPLATE(
    "legal moves, side to move and end of a game are equal to those of its slow reference", Game,
    EVERY_GAME) {
  for (const std::string& start : Game::starts()) check_agrees_with_reference<Game>(start);
}

TEST_CASE_TEMPLATE("a move is legal exactly when it is listed", Game, EVERY_GAME) {
  for (const std::string& start : Game::starts()) check_is_legal_means_listed<Game>(start);
}

TEST_CASE_TEMPLATE("undo restores every position back to the start", Game, EVERY_GAME) {
  for (const std::string& start : Game::starts()) check_undo_restores<Game>(start);
}

TEST_CASE_TEMPLATE("moves and positions survive writing and reading", Game, EVERY_GAME) {
  for (const std::string& start : Game::starts()) check_notation_round_trip<Game>(start);
}

TEST_CASE_TEMPLATE("the key depends on the position, not on the order of moves", Game, EVERY_GAME) {
  int transpositions = 0;
  for (const std::string& start : Game::starts()) transpositions += check_keys<Game>(start);
  if (Game::kTransposes) {
    CHECK(transpositions > 50);
  } else {
    CHECK(transpositions == 0);
  }
}

}  // namespace
}  // namespace trivium::contract
