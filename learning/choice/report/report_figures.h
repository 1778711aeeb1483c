// Formats figures for a report: only significant digits, a true minus sign, no line break before a unit.
#pragma once

#include <cstdint>
#include <string>

#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

enum class Sign : bool { kMinusOnly, kAlways };

/// Of a finite number: "−0.25", "+1.50". Very large ones in powers of ten.
std::string number_text(double value, int decimals, Sign sign = Sign::kMinusOnly);

/// "−0.25 to +1.50".
std::string number_range_text(double low, double high, int decimals);

/// Returns the number of decimals, at most five, that shows half the width of an interval with two
/// digits. Requires: reach > 0.
int decimals_of(double reach) noexcept;

/// "80,390".
std::string count_text(std::uint64_t count);

/// "23 %" of 0.23.
std::string percent_text(double part, int decimals = 0, Sign sign = Sign::kMinusOnly);

/// "12 to 34 %".
std::string percent_range_text(double low, double high, int decimals, Sign sign = Sign::kMinusOnly);

/// Returns the number of decimals, at most two, with which neither the width of an interval nor an
/// end other than 0 is shown as 0 %.
int percent_decimals_of(const statistics::Estimate& part) noexcept;

}  // namespace trivium::learning::choice
