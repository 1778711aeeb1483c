// Tables that `trivium-learn poker cnn` and `cnn-test` print, and the same as JSON.
#pragma once

#include <span>

#include "learning/poker_cnn/baselines.h"
#include "learning/poker_cnn/logged_data.h"
#include "tools/common_options.h"

namespace trivium::tools {

/// Prints the numbers of hands and decisions.
void print_sizes(const Reporting& reporting, const learning::poker_cnn::Data& data);
/// Prints a line for each round and action, and one for all; a column of accuracies for each of
/// `predicted`. Requires: all have the same decisions.
void print_table(const Reporting& reporting,
                 std::span<const learning::poker_cnn::Predicted> predicted);
/// Prints the figures of the table as one line of JSON.
void print_json(std::span<const learning::poker_cnn::Predicted> predicted);

}  // namespace trivium::tools
