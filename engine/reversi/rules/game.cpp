#include "engine/reversi/rules/game.h"

#include <cassert>

namespace trivium::reversi {

void Game::do_move(Move move) {
  moves_.push_back(move);
  flipped_.push_back(position_.do_move(move));
}

void Game::undo_move() noexcept {
  assert(!moves_.empty());
  position_.undo_move(moves_.back(), flipped_.back());
  moves_.pop_back();
  flipped_.pop_back();
}

int Game::final_score(Color color) const noexcept {
  const int score = position_.final_score();
  return color == to_move() ? score : -score;
}

}  // namespace trivium::reversi
