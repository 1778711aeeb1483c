#include "learning/charts/scale.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace trivium::learning::charts {

namespace {

constexpr int kMaxLinearTicks = 10;
constexpr int kRoundedTicks = 8;     // intended number of steps of a linear axis with rounded ends
constexpr double kRounding = 1e-9;   // tolerance for a tick at an end, as a share of a step
constexpr double kFewDecades = 2.5;  // shorter logarithmic axes have ticks at 2 and 5, too
constexpr double kMaxShown = 1e300;  // so that differences are finite

int decimals_of(double step) noexcept {
  return static_cast<int>(std::max(0.0, std::ceil(-std::log10(step) - kRounding)));
}

/// Returns a number as text: "12,000", "−0.05", or in scientific notation ("1e−7") if it is at
/// least 1e7 or has more than 5 `decimals`.
std::string number_text(double value, int decimals) {
  const double size = std::abs(value);
  std::string digits;
  if (size >= 1e7 || decimals > 5) {
    digits = fmt::format("{:.4g}", size);
    if (const std::size_t mark = digits.find('e'); mark != std::string::npos) {
      const std::size_t first = digits.find_first_not_of('0', mark + 2);
      digits = digits.substr(0, mark + 1) + (digits[mark + 1] == '-' ? "\u2212" : "") +
               digits.substr(first);
    }
  } else {
    digits = fmt::format("{:.{}f}", size, decimals);
    for (std::size_t end = std::min(digits.size(), digits.find('.')); end > 3; end -= 3)
      digits.insert(end - 3, ",");
  }
  const bool zero = digits.find_first_not_of("0.") == std::string::npos;
  return value < 0 && !zero ? "\u2212" + digits : digits;
}

}  // namespace

double round_step(double minimum) noexcept {
  const double power = std::pow(10.0, std::floor(std::log10(minimum)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= minimum * (1 - kRounding)) return factor * power;
  }
  return 10 * power;
}

Scale::Scale(const Axis& axis, std::vector<double> values, bool round_ends)
    : logarithmic_(axis.logarithmic), low_(axis.logarithmic ? 1 : 0) {
  values.insert(values.end(), axis.also.begin(), axis.also.end());
  std::erase_if(values, [this](double value) { return !shows(value); });
  if (!values.empty()) low_ = *std::ranges::min_element(values);
  high_ = values.empty() ? low_ + 1 : *std::ranges::max_element(values);
  if (low_ == high_) high_ = logarithmic_ ? low_ * 10 : low_ + std::max(std::abs(low_) / 10, 1e-6);
  if (!round_ends) return;
  if (logarithmic_) {
    low_ = std::pow(10.0, std::floor(std::log10(low_) + kRounding));
    high_ = std::pow(10.0, std::ceil(std::log10(high_) - kRounding));
  } else {
    step_ = round_step((high_ - low_) / kRoundedTicks);
    low_ = std::floor(low_ / step_ + kRounding) * step_;
    high_ = std::ceil(high_ / step_ - kRounding) * step_;
  }
}

void Scale::place(double from, double to) noexcept {
  from_ = from;
  to_ = to;
}

bool Scale::shows(double value) const noexcept {
  return std::abs(value) < kMaxShown && (!logarithmic_ || value > 1 / kMaxShown);
}

double Scale::at(double value) const noexcept {
  const double part = logarithmic_ ? std::log(value / low_) / std::log(high_ / low_)
                                   : (value - low_) / (high_ - low_);
  return from_ + (to_ - from_) * part;
}

std::vector<Tick> Scale::linear_ticks(double step) const {
  std::vector<Tick> ticks;
  const double first = std::ceil(low_ / step - kRounding),
               last = std::floor(high_ / step + kRounding);
  for (int i = 0; i <= kMaxLinearTicks && first + i <= last; ++i)
    ticks.push_back({(first + i) * step, number_text((first + i) * step, decimals_of(step))});
  return ticks;
}

std::vector<Tick> Scale::logarithmic_ticks(int every, bool fine) const {
  std::vector<Tick> ticks;
  const int last = static_cast<int>(std::floor(std::log10(high_) + kRounding));
  for (int power = static_cast<int>(std::floor(std::log10(low_) + kRounding)); power <= last;
       ++power) {
    if (power % every != 0) continue;
    for (const int factor : {1, 2, 5}) {
      const double value = factor * std::pow(10.0, power);
      if ((factor > 1 && !fine) || value < low_ * (1 - kRounding) ||
          value > high_ * (1 + kRounding))
        continue;
      ticks.push_back({value, number_text(value, std::max(0, -power))});
    }
  }
  return ticks;
}

std::vector<Tick> Scale::ticks(
    const std::function<bool(const std::vector<Tick>& ticks)>& fit) const {
  std::vector<Tick> ticks;
  const auto fitting = [&](std::vector<Tick> tried) {
    ticks = std::move(tried);
    return fit(ticks);
  };
  if (logarithmic_) {
    const double decades = std::log10(high_ / low_);
    if (decades < kFewDecades && fitting(logarithmic_ticks(1, true))) return ticks;
    for (int every = 1; every <= std::max(1.0, decades); ++every) {
      if (fitting(logarithmic_ticks(every, false))) return ticks;
    }
    return {};
  }
  if (step_ > 0 && fitting(linear_ticks(step_))) return ticks;
  for (int maximum = kMaxLinearTicks; maximum >= 1; --maximum) {
    if (fitting(linear_ticks(round_step((high_ - low_) / maximum)))) return ticks;
  }
  return {};
}

}  // namespace trivium::learning::charts
