#include "learning/choice/report/report_figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>

namespace trivium::learning::choice {

namespace {

constexpr double kVeryLarge = 1e7;
constexpr std::string_view kMinus = "\u2212";
constexpr std::string_view kNoBreak = "\u00A0";

}  // namespace

std::string number_text(double value, int decimals, Sign sign) {
  const double size = std::abs(value);
  std::string digits =
      size < kVeryLarge ? fmt::format("{:.{}f}", size, decimals) : fmt::format("{:.2e}", size);
  const bool zero = digits.find_first_not_of("0.") == std::string::npos;
  if (zero) return digits;
  if (value < 0) return std::string(kMinus) + digits;
  return sign == Sign::kAlways ? "+" + digits : digits;
}

std::string number_range_text(double low, double high, int decimals) {
  return fmt::format("{0}{1}to{1}{2}", number_text(low, decimals, Sign::kAlways), kNoBreak,
                     number_text(high, decimals, Sign::kAlways));
}

int decimals_of(double reach) noexcept {
  return static_cast<int>(std::clamp(1 - std::floor(std::log10(reach)), 0.0, 5.0));
}

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string percent_text(double part, int decimals, Sign sign) {
  return fmt::format("{}{}%", number_text(100 * part, decimals, sign), kNoBreak);
}

std::string percent_range_text(double low, double high, int decimals, Sign sign) {
  return fmt::format("{0}{1}to{1}{2}", number_text(100 * low, decimals, sign), kNoBreak,
                     percent_text(high, decimals, sign));
}

int percent_decimals_of(const statistics::Estimate& part) noexcept {
  double minimum = 100 * (part.high - part.low) / 2;
  for (const double end : {part.low, part.high}) {
    if (end != 0) minimum = std::min(minimum, 100 * std::abs(end));
  }
  return minimum >= 1 ? 0 : minimum >= 0.1 ? 1 : 2;
}

std::string weight_names_csv(std::span<const std::string> attributes) {
  std::string text;
  for (const std::string& attribute : attributes)
    text += fmt::format(",{0},{0}_low,{0}_high", attribute);
  return text;
}

std::string weight_cells(const Fit& fit) {
  std::string text;
  for (std::size_t k = 0; k < fit.weights.size(); ++k) {
    const double reach = statistics::kNormal95 * fit.standard_errors[k];
    text += fmt::format(",{:.6g},{:.6g},{:.6g}", fit.weights[k], fit.weights[k] - reach,
                        fit.weights[k] + reach);
  }
  return text;
}

}  // namespace trivium::learning::choice
