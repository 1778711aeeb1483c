// Compares the weights of one player with those of others: differences with 95 % intervals.
//
// The two sets of games are assumed to be independent, so the variance of a difference is the sum
// of both variances. Attributes have different units. To make differences comparable, they are also
// given relative to the others' weight, if that is clearly not zero. The interval of the relative
// difference is Fieller's. It includes the errors of both weights, and excludes zero if and only if
// the interval of the plain difference does.
// Sources: Wallbrink 2000 (paper 002) for the weights; Fieller 1954 for the interval; Dunn 1961 for
// the Bonferroni limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "learning/choice/fit.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

/// Result of comparing a weight.
enum class Verdict : std::uint8_t {
  kUnknown,      ///< a weight or its error is unknown
  kUnclear,      ///< the 95 % interval of the difference includes zero
  kPerhapsLess,  ///< it excludes zero, but with this many comparisons chance may explain that
  kPerhapsMore,
  kLess,
  kMore,
};

/// Returns the text for tables: "more", "less", "perhaps more", "perhaps less", "unclear" or "not
/// known".
std::string_view verdict_words(Verdict verdict) noexcept;
/// Returns the CSS classes: "more", "less", "perhaps more", "perhaps less" or "untold".
std::string_view verdict_class(Verdict verdict) noexcept;

/// Difference of the weights of one attribute: own weight minus others' weight.
struct WeightDifference {
  std::size_t attribute = 0;
  double value = 0;
  double standard_error = 0;  ///< 0 if unknown
  Verdict verdict = Verdict::kUnknown;

  /// Difference divided by the absolute value of the others' weight, if that is more than three
  /// standard errors from zero.
  std::optional<statistics::Estimate> relative;

  bool known() const noexcept { return standard_error > 0; }
  bool is_clear() const noexcept { return verdict == Verdict::kLess || verdict == Verdict::kMore; }
  /// Returns the difference with its 95 % interval; all zero if unknown.
  statistics::Estimate estimate() const noexcept {
    return {value, value - statistics::kNormal95 * standard_error,
            value + statistics::kNormal95 * standard_error};
  }
  /// Returns the absolute value in standard errors; 0 if unknown.
  double size() const noexcept;
  /// True if the 95 % interval excludes zero.
  bool excludes_zero() const noexcept { return size() > statistics::kNormal95; }
};

/// Differences of all attributes, with counts.
struct WeightComparison {
  std::vector<WeightDifference> differences;  ///< by size(), descending; unknown ones last
  std::size_t known = 0;                      ///< number with a standard error
  std::size_t clear = 0;                      ///< number whose verdict is kLess or kMore
  std::size_t outside = 0;                    ///< number whose 95 % interval excludes zero
  /// True if `known` is above 10. A difference is then clear only if its p-value is below
  /// 0.05 / known (Bonferroni), so that all clear differences are real in at least 19 of 20
  /// reports. Otherwise the limit is 0.05.
  bool strict = false;
};

/// Compares the weights of the same attributes. A standard error of 0 means that a weight is
/// unknown. Throws std::invalid_argument unless both have one weight and one standard error for
/// each attribute. Requires: neither fit has the other as its prior, which would bias the
/// differences to zero.
WeightComparison compare_weights(const Fit& own, const Fit& others);

}  // namespace trivium::learning::choice
