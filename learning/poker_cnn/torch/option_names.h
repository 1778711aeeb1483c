// Names of lessons, optimizers and initial weights: as typed on the command line, and as stored in
// the identity of a checkpoint.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "learning/poker_cnn/torch/trainer.h"

namespace trivium::learning::poker_cnn {

inline constexpr std::array kLessons{
    std::pair{"moves", Lesson::kMoves}, std::pair{"paper-values", Lesson::kPaperValues},
    std::pair{"value-head", Lesson::kValueHead}, std::pair{"strategy", Lesson::kStrategy}};
inline constexpr std::array kOptimizers{std::pair{"adagrad", Optimizer::kAdagrad},
                                        std::pair{"sgd", Optimizer::kSgd}};
inline constexpr std::array kInitializations{std::pair{"msra", Initialization::kMsra},
                                             std::pair{"gaussian", Initialization::kGaussian}};

/// Returns the name of `value` in one of these tables. Requires: the table has it.
template <class Names, class Value>
const char* name_of(const Names& names, Value value) {
  return std::ranges::find(names, value, [](const auto& item) { return item.second; })->first;
}

}  // namespace trivium::learning::poker_cnn
