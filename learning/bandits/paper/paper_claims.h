// What paper 001 says of its figures, statement by statement, and what our runs say to that under
// each rule.
#pragma once

#include <string>
#include <vector>

#include "learning/bandits/claims.h"
#include "learning/bandits/paper/paper.h"

namespace trivium::learning::bandits {

/// Every statement, in the order of the figures; `figures` are those of run_paper().
std::vector<ClaimResult> ask_claims(const std::vector<PaperFigure>& figures);

/// One figure of the independent simulation in shared/papers.md, 001.3, beside ours.
struct SimulationCheck {
  std::string what;                ///< such as "figure 8 (a), K = 20: ttba, grid:0.1, 3000 rounds"
  statistics::Estimate simulated;  ///< with the interval that its runs give it
  statistics::Estimate ours;
  bool agrees = false;  ///< the 95 % interval of the difference holds 0
};

/// All figures that the simulation gives, except at rounds that were not run.
std::vector<SimulationCheck> check_simulation(const std::vector<PaperFigure>& figures);

}  // namespace trivium::learning::bandits
