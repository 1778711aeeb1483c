#include "learning/choice/report/weight_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace trivium::learning::choice {

namespace {

constexpr double kChance95 = 0.05;
constexpr double kClearlyNotZero = 3;  // in standard errors
/// Maximum number of comparisons without a Bonferroni limit. With 10 comparisons, an average of
/// half an interval excludes zero by chance.
constexpr std::size_t kFewAttributes = 10;

/// A weight with its standard error.
struct Learned {
  double weight;
  double error;

  bool known() const noexcept { return error > 0 && std::isfinite(error) && std::isfinite(weight); }
};

/// Returns the relative difference with Fieller's interval: all ratios r for which own - r * others
/// is within its 95 % interval around zero.
std::optional<statistics::Estimate> relative_difference(const Learned& own, const Learned& others) {
  if (std::abs(others.weight) <= kClearlyNotZero * others.error) return {};
  const double ratio = own.weight / others.weight;
  const double own_error = own.error / others.weight, others_error = others.error / others.weight;
  const double shrunk =
      1 - statistics::kNormal95 * statistics::kNormal95 * others_error * others_error;
  const double middle = ratio / shrunk;
  const double reach =
      statistics::kNormal95 *
      std::sqrt(own_error * own_error * shrunk + others_error * others_error * ratio * ratio) /
      shrunk;
  if (!std::isfinite(middle) || !std::isfinite(reach)) return {};
  if (others.weight > 0)
    return statistics::Estimate{ratio - 1, middle - reach - 1, middle + reach - 1};
  return statistics::Estimate{1 - ratio, 1 - middle - reach, 1 - middle + reach};
}

WeightDifference difference_of(const Fit& own, const Fit& others, std::size_t attribute) {
  WeightDifference difference;
  difference.attribute = attribute;
  const Learned mine{own.weights[attribute], own.standard_errors[attribute]},
      theirs{others.weights[attribute], others.standard_errors[attribute]};
  if (!mine.known() || !theirs.known()) return difference;
  const double value = mine.weight - theirs.weight, error = std::hypot(mine.error, theirs.error);
  if (!std::isfinite(value) || !std::isfinite(statistics::kNormal95 * error)) return difference;
  difference.value = value;
  difference.standard_error = error;
  difference.relative = relative_difference(mine, theirs);
  return difference;
}

Verdict verdict_of(const WeightDifference& difference, const WeightComparison& among) {
  if (!difference.known()) return Verdict::kUnknown;
  if (!difference.excludes_zero()) return Verdict::kUnclear;
  const double chance = std::erfc(difference.size() / std::numbers::sqrt2);
  const bool more = difference.value > 0;
  if (among.strict && chance >= kChance95 / static_cast<double>(among.known))
    return more ? Verdict::kPerhapsMore : Verdict::kPerhapsLess;
  return more ? Verdict::kMore : Verdict::kLess;
}

}  // namespace

std::string_view verdict_words(Verdict verdict) noexcept {
  constexpr std::array<std::string_view, 6> kWords = {"not known",    "unclear", "perhaps less",
                                                      "perhaps more", "less",    "more"};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::string_view verdict_class(Verdict verdict) noexcept {
  return verdict == Verdict::kUnclear || verdict == Verdict::kUnknown ? "untold"
                                                                      : verdict_words(verdict);
}

double WeightDifference::size() const noexcept {
  return known() ? std::abs(value) / standard_error : 0;
}

WeightComparison compare_weights(const Fit& own, const Fit& others) {
  const std::size_t attributes = own.weights.size();
  if (own.standard_errors.size() != attributes || others.weights.size() != attributes ||
      others.standard_errors.size() != attributes)
    throw std::invalid_argument("weights of different attributes are compared");
  WeightComparison comparison;
  for (std::size_t k = 0; k < attributes; ++k)
    comparison.differences.push_back(difference_of(own, others, k));
  std::ranges::stable_sort(comparison.differences,
                           [](const WeightDifference& a, const WeightDifference& b) {
                             return a.known() != b.known() ? a.known() : a.size() > b.size();
                           });
  comparison.known = static_cast<std::size_t>(
      std::ranges::count_if(comparison.differences, &WeightDifference::known));
  comparison.strict = comparison.known > kFewAttributes;
  for (WeightDifference& difference : comparison.differences) {
    difference.verdict = verdict_of(difference, comparison);
    comparison.clear += difference.is_clear();
    comparison.outside += difference.excludes_zero();
  }
  return comparison;
}

}  // namespace trivium::learning::choice
