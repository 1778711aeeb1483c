// Compares all methods with ours, `dissent`, on the six tree shapes of paper 001, figure 10, with
// 500 and 3,000 rounds.
//
// The paper's own method for trees loses to flat uniform sampling on the lopsided shape (18,3,9).
// The experiment shows whether `dissent` is at least as good as every other method on all six
// shapes. Runs are paired: all methods have the same trees and outcomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learning/bandits/paper/paper.h"

namespace trivium::learning::bandits {

/// Number of shapes, for ShapesOptions::on_shape.
inline constexpr int kPaperShapes = 6;

struct ShapesOptions {
  std::size_t runs = 200;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Called with the name of each shape before it runs. May be empty.
  std::function<void(std::string_view what)> on_shape;
};

/// A row of the table: a method, or TBBA_tree at its best or median split, selected at each
/// checkpoint. Elements are ordered by shape, then by checkpoint.
struct ShapesRow {
  std::string method;
  std::vector<statistics::Estimate> right;   ///< accuracy
  std::vector<statistics::Estimate> behind;  ///< accuracy of `dissent` minus `right`, paired
  statistics::Estimate behind_in_all;        ///< mean of `behind`, paired
};

struct ShapesTable {
  std::vector<Study> studies;       ///< by shape
  std::vector<std::string> shapes;  ///< names of the shapes
  std::vector<std::size_t> rounds;  ///< checkpoints
  std::vector<ShapesRow> rows;      ///< `dissent` is the last

  /// Number of comparisons in which the whole interval of `behind` is below 0, or above 0.
  std::size_t surely_worse() const noexcept;
  std::size_t surely_better() const noexcept;
};

/// Runs the comparison. Blocks until the end.
ShapesTable run_shapes(const ShapesOptions& options);

/// Returns the accuracies of a row on one shape, with `separator` between the checkpoints. "-"
/// after a figure: surely less often right than `dissent`; "+": surely more often.
std::string figures_on_shape(const ShapesTable& table, const ShapesRow& row, std::size_t shape,
                             std::string_view separator);

/// Returns the table as text.
std::string shapes_text(const ShapesTable& table);

/// Returns the verdict as a sentence, with the numbers of comparisons in which `dissent` is surely
/// worse and surely better.
std::string shapes_verdict(const ShapesTable& table);

}  // namespace trivium::learning::bandits
