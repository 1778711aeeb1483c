// Formats figures for a report: only significant digits, a true minus sign, and no-break spaces
// before units.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "learning/choice/fit.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

/// Whether positive numbers have a plus sign.
enum class Sign : bool { kMinusOnly, kAlways };

/// Returns a number as text: "−0.25", "+1.50". Uses scientific notation from 10^7 on. Requires:
/// `value` is finite.
std::string number_text(double value, int decimals, Sign sign = Sign::kMinusOnly);

/// Returns a range: "−0.25 to +1.50".
std::string number_range_text(double low, double high, int decimals);

/// Returns the number of decimals, in [0, 5], that shows two significant digits of `reach`, half
/// the width of an interval. Requires: `reach` is above 0.
int decimals_of(double reach) noexcept;

/// Returns a number with thousands separators: "80,390".
std::string count_text(std::uint64_t count);

/// Returns a fraction in percent: "23 %" for 0.23.
std::string percent_text(double part, int decimals = 0, Sign sign = Sign::kMinusOnly);

/// Returns a range of fractions in percent: "12 to 34 %".
std::string percent_range_text(double low, double high, int decimals, Sign sign = Sign::kMinusOnly);

/// Returns the number of decimals, in [0, 2], with which neither half the width of the interval nor
/// a nonzero end is shown as 0 %, if possible.
int percent_decimals_of(const statistics::Estimate& part) noexcept;

// Columns of CSV tables for the weights of attributes, each with its 95 % interval by
// Fit::standard_errors.

/// Returns ",NAME,NAME_low,NAME_high" for each attribute.
std::string weight_names_csv(std::span<const std::string> attributes);

/// Returns the cells of a row in these columns.
std::string weight_cells(const Fit& fit);

}  // namespace trivium::learning::choice
