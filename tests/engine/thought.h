// Reports of a search, for tests of the players of all games.
#pragma once

#include <vector>

#include "engine/core/report.h"

namespace trivium {

template <class Move>
struct CollectedReports {
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

}  // namespace trivium
