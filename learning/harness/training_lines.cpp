#include "learning/harness/training_lines.h"

#include <algorithm>

namespace trivium::learning {

void TrainingLines::add(std::size_t iteration, double train, double held_out) {
  iterations_.push_back(iteration);
  train_.values.push_back(train);
  held_out_.values.push_back(held_out);
  for (const double value : {train, held_out}) {
    if (value == 0.0) continue;
    least_ = least_ == 0.0 ? value : std::min(least_, value);
    most_ = most_ == 0.0 ? value : std::max(most_, value);
  }
}

std::vector<CurveLine> TrainingLines::lines() const {
  std::vector<CurveLine> lines;
  for (const CurveLine& line : {train_, held_out_}) {
    if (!line.values.empty() && line.values.back() != 0.0) lines.push_back(line);
  }
  return lines;
}

}  // namespace trivium::learning
