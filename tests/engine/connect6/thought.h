// Runs a search of the Connect-6 player and collects its reports.
#pragma once

#include <vector>

#include "engine/connect6/player.h"

namespace trivium::connect6 {

struct Thought {
  Turn turn;
  std::vector<Report<Turn>> reports;

  /// Returns the reports of the last iteration, best first.
  std::vector<Report<Turn>> last_round() const {
    std::vector<Report<Turn>> last;
    for (const Report<Turn>& report : reports) {
      if (report.line == 1) last.clear();
      last.push_back(report);
    }
    return last;
  }
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
