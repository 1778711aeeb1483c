// The winning chance that a search reports.
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/core/logistic.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::tools::page {

/// Returns the expected result of the side to move, in [0, 1]: 1 for a proved win, 0 for a proved
/// loss. If the report has no win, draw and loss probabilities, computes it from the score.
template <class Move>
double chance_of(const Report<Move>& report) {
  if (report.score.kind == Score::Kind::kMate) return report.score.value > 0 ? 1 : 0;
  if (report.expectation)
    return (report.expectation->win + report.expectation->draw / 2.0) / 1000.0;
  return plain_logistic(report.score.value / 100.0);
}

/// Lets `player` search its position with `nodes` nodes or until `stop`, and returns its answer.
/// Sets `chance` to that of the last report of the first line. `Move`: type of its reports.
template <class Move, class Player>
auto searched(Player& player, std::uint64_t nodes, const std::stop_token& stop, double& chance) {
  SearchControl control;
  const std::stop_callback stopping(stop, [&control] { control.stop(); });
  return player.think({.nodes = nodes}, control, [&chance](const Report<Move>& report) {
    if (report.line == 1) chance = chance_of(report);
  });
}

}  // namespace trivium::tools::page
