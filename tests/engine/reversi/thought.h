// Runs a search of the Reversi player and collects its reports.
#pragma once

#include "engine/reversi/player.h"
#include "tests/engine/thought.h"

namespace trivium::reversi {

struct Thought : CollectedReports<Move> {
  Move move = kPass;
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
