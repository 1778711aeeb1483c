// Tables that `trivium-learn poker cnn` and `cnn-test` print.
#pragma once

#include <cstdio>
#include <span>

#include "learning/poker_cnn/baselines.h"
#include "learning/poker_cnn/logged_data.h"

namespace trivium::tools {

/// Prints the numbers of hands and decisions.
void print_sizes(std::FILE* out, const learning::poker_cnn::Data& data);
/// Prints a line for each round and action, and one for all; a column of accuracies for each of
/// `predicted`. Requires: all have the same decisions.
void print_table(std::FILE* out, std::span<const learning::poker_cnn::Predicted> predicted);

}  // namespace trivium::tools
