// The winning chance that a search reports.
#pragma once

#include "engine/core/logistic.h"
#include "engine/core/report.h"

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

}  // namespace trivium::tools::page
