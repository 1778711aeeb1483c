// Runs a search of the Connect-6 player and collects its reports.
#pragma once

#include "engine/connect6/player.h"
#include "tests/engine/thought.h"

namespace trivium::connect6 {

struct Thought : CollectedReports<Turn> {
  Turn turn;
};

inline Thought think(Player& player, const Board& board, const Limits& limits) {
  const SearchControl control;
  Thought thought;
  player.set_board(board);
  thought.turn = player.think(limits, control, [&thought](const Report<Turn>& report) {
    thought.reports.push_back(report);
  });
  return thought;
}

}  // namespace trivium::connect6
