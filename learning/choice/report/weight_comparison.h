// What one player weighs more and less than others: differences of weights that were learned from
// two sets of games, with intervals.
//
// The two sets of games are taken as independent, so the error of a difference is the root of the
// sum of the squares of both errors. Units differ from attribute to attribute; what can be compared
// is the difference as a part of the others' weight, where that is clearly not zero. Its interval
// is Fieller's, which takes the error of both weights into account and excludes zero exactly where
// the interval of the plain difference does. Sources: Wallbrink 2000 (paper 002) for the weights;
// Fieller 1954; Dunn 1961 for Bonferroni's limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "learning/choice/fit.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

enum class Verdict : std::uint8_t {
  kUnknown,      ///< one of the two weights is unknown
  kUnclear,      ///< the 95 % interval of the difference includes zero
  kPerhapsLess,  ///< it excludes zero, but chance explains that with this many comparisons
  kPerhapsMore,
  kLess,
  kMore,
};

/// Returns the words for tables: "perhaps more", "unclear".
std::string_view verdict_words(Verdict verdict) noexcept;
/// Returns the CSS class: "more", "less", "perhaps more", "perhaps less", "untold".
std::string_view verdict_class(Verdict verdict) noexcept;

/// Difference of the weights of one attribute: own less others'.
struct WeightDifference {
  std::size_t attribute = 0;
  double value = 0;
  double standard_error = 0;  ///< 0: not known
  Verdict verdict = Verdict::kUnknown;

  /// As a part of the size of the others' weight, where that is more than three standard errors
  /// away from zero.
  std::optional<statistics::Estimate> relative;

  bool known() const noexcept { return standard_error > 0; }
  bool is_clear() const noexcept { return verdict == Verdict::kLess || verdict == Verdict::kMore; }
  /// All zero where it is not known.
  statistics::Estimate estimate() const noexcept {
    return {value, value - statistics::kNormal95 * standard_error,
            value + statistics::kNormal95 * standard_error};
  }
  /// Size in standard errors; 0 if unknown.
  double size() const noexcept;
  /// True if the 95 % interval excludes zero.
  bool excludes_zero() const noexcept { return size() > statistics::kNormal95; }
};

struct WeightComparison {
  std::vector<WeightDifference>
      differences;          ///< the largest in standard errors first; unknown ones last
  std::size_t known = 0;    ///< number with a standard error
  std::size_t clear = 0;    ///< number whose verdict is kLess or kMore
  std::size_t outside = 0;  ///< number whose 95 % interval excludes zero
  /// True if, with many attributes, a difference is clear only below a p-value of 1 / (20 * known),
  /// so that all clear ones are real in 19 of 20 reports (Bonferroni). Otherwise the limit is 1
  /// / 20.
  bool strict = false;
};

/// Both with one weight and one standard error for each of the same attributes; else
/// std::invalid_argument. A standard error of 0 means that nothing was learned. Neither may have
/// been learned with the other as its prior: that pulls the difference to zero.
WeightComparison compare_weights(const Fit& own, const Fit& others);

}  // namespace trivium::learning::choice
