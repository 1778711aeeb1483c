// Runs a search of the Reversi player and collects its reports.
#pragma once

#include <vector>

#include "engine/reversi/player.h"

namespace trivium::reversi {

struct Thought {
  Move move = kPass;
  std::vector<Report<Move>> reports;

  /// Returns the reports of the last iteration, best first.
  std::vector<Report<Move>> last_round() const {
    std::vector<Report<Move>> last;
    for (const Report<Move>& report : reports) {
      if (report.line == 1) last.clear();
      last.push_back(report);
    }
    return last;
  }
};

inline Thought think(Player& player, const Position& position, const Limits& limits) {
  const SearchControl control;
  Thought thought;
  player.set_position(position);
  thought.move = player.think(limits, control, [&thought](const Report<Move>& report) {
    thought.reports.push_back(report);
  });
  return thought;
}

}  // namespace trivium::reversi
