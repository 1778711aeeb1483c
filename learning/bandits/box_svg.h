// Box plots of shares: at each place a box for each kind, and marks for figures that are no distribution. It needs no other file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/bandits/estimates.h"

namespace trivium::learning::bandit_lab {

struct BoxGroup {
  std::string label;          ///< at the foot
  std::vector<Box> boxes;     ///< one for each of the chart's `boxes`
  std::vector<double> marks;  ///< the same of its `marks`
};

struct BoxChart {
  std::string title;
  std::vector<std::string> boxes;  ///< names, at most two
  std::vector<std::string> marks;  ///< names, at most two
  std::vector<BoxGroup> groups;
};

/// The charts, two side by side. All values lie from 0 to 1.
std::string box_svg(std::span<const BoxChart> charts);

}  // namespace trivium::learning::bandit_lab
