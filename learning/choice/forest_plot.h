// A forest plot as HTML with inline SVG: a line for each difference, with its name, its interval and its figures.
//
// All is placed by parts of the width and nothing is scaled, so that letters keep their size and marks their shape on a telephone; the
// rules of player_report_style.h put names and figures beside the intervals where there is room, else above.
#pragma once

#include <span>
#include <string>

#include "learning/choice/weight_comparison.h"

namespace trivium::learning::choice {

struct ForestRow {
  std::string name;           ///< markup
  statistics::Estimate part;  ///< finite; 0.23 is told as 23 %
  Verdict verdict = Verdict::kUntold;
};

/// At least one row. What lies beyond 200 % is cut off, with an arrow.
std::string forest_plot(std::span<const ForestRow> rows);

/// A mark of its own, as the plot draws it, for legends and tables.
std::string verdict_mark(Verdict verdict);

}  // namespace trivium::learning::choice
