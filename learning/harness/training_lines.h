// How a learner did by iteration, on the games it learned from and on those held out: what a picture of its curve shows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "learning/harness/curve_svg.h"

namespace trivium::learning {

class TrainingLines {
 public:
  /// Means of logarithms, where 0 says that there were no games.
  void add(std::size_t iteration, double train, double held_out);

  std::span<const std::size_t> iterations() const noexcept { return iterations_; }
  /// One for each kind of games that there were.
  std::vector<CurveLine> lines() const;
  /// The least and the largest mean; 0 where there is none.
  double least() const noexcept { return least_; }
  double most() const noexcept { return most_; }

 private:
  std::vector<std::size_t> iterations_;
  CurveLine train_{"training games", {}};
  CurveLine held_out_{"held out", {}};
  double least_ = 0.0;
  double most_ = 0.0;
};

}  // namespace trivium::learning
