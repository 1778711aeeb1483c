// The statements of paper 001 about its figures, each tested against our runs under each rule.
#pragma once

#include <string>
#include <vector>

#include "learning/bandits/claims.h"
#include "learning/bandits/paper/paper.h"

namespace trivium::learning::bandits {

/// Tests all statements, in the order of the figures. Requires: run_paper() returned `figures`.
std::vector<ClaimResult> ask_claims(const std::vector<PaperFigure>& figures);

/// Comparison of a figure with the independent simulation in shared/papers.md, 001.3.
struct SimulationCheck {
  std::string what;                ///< such as "figure 8 (a), K = 20: ttba, grid:0.1, 3000 rounds"
  statistics::Estimate simulated;  ///< the figure of the simulation
  statistics::Estimate ours;
  bool agrees = false;  ///< the 95 % interval of the difference contains 0
};

/// Compares all figures of the simulation, except those at rounds that `figures` does not have.
std::vector<SimulationCheck> check_simulation(const std::vector<PaperFigure>& figures);

}  // namespace trivium::learning::bandits
