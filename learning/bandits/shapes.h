// Compares all methods on the six tree shapes of paper 001, figure 10, with 500 and 3,000 rounds.
//
// The paper's own method for trees loses to flat uniform sampling on the lopsided shape (18,3,9).
// The question is whether one method is at least as good as every other on all six. Runs are
// paired: same trees, same outcomes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "learning/bandits/paper/paper.h"

namespace trivium::learning::bandits {

/// Number of shapes, for ShapesOptions::on_shape.
inline constexpr int kPaperShapes = 6;

struct ShapesOptions {
  std::size_t runs = 200;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::function<void(std::string_view what)> on_shape;  ///< may be empty
};

/// A row of the table: a method, or the best or the median of TBBA_tree over its splits at each
/// budget.
struct ShapesRow {
  std::string method;
  std::vector<statistics::Estimate>
      right;  ///< by shape and budget: shape 0 at each budget, shape 1 ...
  std::vector<statistics::Estimate>
      behind;                          ///< how much more often `dissent` was right, run by run
  statistics::Estimate behind_in_all;  ///< the mean of that over all shapes and budgets
};

struct ShapesTable {
  std::vector<Study> studies;       ///< by shape
  std::vector<std::string> shapes;  ///< their names
  std::vector<std::size_t> rounds;
  std::vector<ShapesRow> rows;  ///< `dissent` is the last

  /// Figures where `dissent` is surely less often right than another method, and where surely more
  /// often.
  std::size_t surely_worse() const noexcept;
  std::size_t surely_better() const noexcept;
};

ShapesTable run_shapes(const ShapesOptions& options);

/// Returns the table as text.
std::string shapes_text(const ShapesTable& table);

/// "at least as good as every other within error: of 168 comparisons surely worse in 0, surely
/// better in 141".
std::string shapes_verdict(const ShapesTable& table);

}  // namespace trivium::learning::bandits
