// Pictures of experiments, each an SVG that needs no other file.
#pragma once

#include <string>
#include <vector>

#include "learning/bandits/paper/paper.h"
#include "learning/bandits/result_text.h"

namespace trivium::learning::bandits {

struct Picture {
  std::string file;  ///< file name: "figure-7-model-1.svg"
  std::string title;
  std::string svg;
};

/// Of an experiment: accuracy and regret over rounds, and boxes of methods that have splits. One
/// that is asked once has no curves.
std::vector<Picture> study_pictures(const Study& study);

/// Pictures of a figure in the paper. Figures 7 and 8: accuracy of each part; figure 7 also scores.
/// Figures 4, 9 and 10: boxes over splits, under the paper's rule and the grid. Figure 6: TTBA
/// alone.
std::vector<Picture> figure_pictures(const PaperFigure& figure);
Picture figure_4_picture(const PaperFigure& small_trees);
Picture figure_6_picture(const PaperFigure& small_trees);

}  // namespace trivium::learning::bandits
