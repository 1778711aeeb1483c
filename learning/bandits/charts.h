// Draws pictures of experiments as self-contained SVG documents.
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

/// Returns the pictures of an experiment: accuracy and regret by rounds, and box plots of methods
/// with several splits. There are no curves if methods recommend at only one number of rounds.
std::vector<Picture> study_pictures(const Study& study);

/// Returns the pictures of figure 7, 8, 9 or 10 of the paper. Figures 7 and 8 have one picture per
/// part: accuracy under each rule, in figure 7 also scores. Figures 9 and 10 are box plots over
/// splits under the paper's rule and the grid.
std::vector<Picture> figure_pictures(const PaperFigure& figure);
/// Returns figure 4, from the random trees of figure 9: box plots of TBBA_tree over splits.
Picture figure_4_picture(const PaperFigure& small_trees);
/// Returns figure 6, from the random trees of figure 9: accuracy of TTBA by rounds.
Picture figure_6_picture(const PaperFigure& small_trees);

}  // namespace trivium::learning::bandits
