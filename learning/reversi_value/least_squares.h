// The least-squares problem of the value: weights of patterns whose sum over a position is its
// label.
//
//   minimize  sum over positions of (w . x - label)^2 + ridge * |w|^2
//
// x counts the features of a position, from the view of the side to move. The optimum solves
// (X^T X + ridge I) w = X^T y. Games are replayed in each product, so memory holds only their
// moves. Sums are added shard by shard, so the result does not depend on threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "engine/core/add_fields.h"
#include "engine/reversi/patterns/pattern_codes.h"
#include "learning/harness/shards.h"
#include "learning/reversi_value/labels.h"
#include "learning/statistics/evidence.h"

namespace trivium::learning::reversi_value {

/// By feature, in discs.
using ValueWeights = std::vector<double>;

/// Errors of predicted scores: sums over positions.
struct ErrorSums {
  std::uint64_t positions = 0;
  double squared = 0;   ///< of the error in discs
  double absolute = 0;  ///< of the error in discs

  double root_mean_square() const noexcept {
    return std::sqrt(statistics::mean_of(squared, positions));
  }
  double mean_absolute() const noexcept { return statistics::mean_of(absolute, positions); }
  ErrorSums& operator+=(const ErrorSums& other) noexcept {
    return add_fields(*this, other, &ErrorSums::positions, &ErrorSums::squared,
                      &ErrorSums::absolute);
  }
};

class LeastSquares {
 public:
  /// `ridge`: above 0, in positions. Requires: the set is for values and fits a PatternLayout; the
  /// arguments outlive this object.
  LeastSquares(std::span<const LabeledGame> games, const reversi::PatternSet& set, double ridge,
               const Shards& shards);

  struct Equations {
    ValueWeights right;     ///< X^T y
    ValueWeights diagonal;  ///< approximate diagonal of the matrix; above 0
    double labels = 0;      ///< y^T y
    std::uint64_t positions = 0;

    /// For Transfer and Shards::sum().
    auto fields() noexcept { return std::tie(right, diagonal, labels, positions); }
  };
  Equations equations() const;
  /// Returns (X^T X + ridge I) v.
  ValueWeights product(const ValueWeights& v) const;
  /// Returns the errors by number of discs, 4 to 63; the index is the number.
  std::vector<ErrorSums> errors(const ValueWeights& weights) const;

  double ridge() const noexcept { return ridge_; }

 private:
  template <class Part, class Visit>
  Part sum(const Part& zero, const Visit& visit) const;

  std::span<const LabeledGame> games_;
  const reversi::PatternSet& set_;
  reversi::PatternLayout layout_;
  double ridge_;
  const Shards& shards_;
};

}  // namespace trivium::learning::reversi_value
