#include "tools/match/play/board/referee.h"

namespace trivium::match {

Result<std::unique_ptr<Referee>> make_referee(Game game, const client::GameSetup& setup) {
  switch (game) {
    case Game::kChess:
      return make_chess_referee(setup);
    case Game::kConnect6:
      return make_connect6_referee(setup);
    case Game::kReversi:
      return make_reversi_referee(setup);
    case Game::kPoker:
      break;
  }
  return Error{"match.referee.poker", "poker has no referee: the dealer applies the rules"};
}

}  // namespace trivium::match
