// Report files of `trivium-lab bandits`: an HTML page, its pictures, and the figures as JSON and
// CSV.
#pragma once

#include <string>
#include <vector>

#include "learning/bandits/claims.h"
#include "learning/bandits/paper/paper.h"
#include "learning/bandits/paper/paper_claims.h"
#include "learning/bandits/result_text.h"
#include "learning/bandits/shapes.h"
#include "learning/charts/report.h"

namespace trivium::learning::bandits {

/// Results of all experiments of paper 001, and of our comparison of methods on tree shapes.
struct PaperResult {
  std::vector<PaperFigure> figures;
  std::vector<ClaimResult> claims;
  std::vector<SimulationCheck> checks;
  ShapesTable shapes;
};

/// Return the files of a report. `made_by` is the program and its command line.
std::vector<charts::ReportFile> study_files(const Study& study, const std::string& made_by);
std::vector<charts::ReportFile> shapes_files(const ShapesTable& table, const std::string& made_by);
std::vector<charts::ReportFile> paper_files(const PaperResult& result, const std::string& made_by);

/// Returns the verdicts, tables 3 to 5, the comparison with the independent simulation and the
/// table of shapes as text.
std::string paper_text(const PaperResult& result);

}  // namespace trivium::learning::bandits
