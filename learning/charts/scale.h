// Scale of an axis: maps values to pixels and chooses round ticks.
//
// The distance of ticks is 1, 2 or 5 times a power of ten. On a logarithmic axis ticks are powers
// of ten; over few decades, if there is room, also 2 and 5 times these.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "learning/charts/chart.h"

namespace trivium::learning::charts {

struct Tick {
  double value = 0;
  std::string text;
};

class Scale {
 public:
  /// Creates an axis whose range includes those of `values` and axis.also that shows() accepts. If
  /// `round_ends`, both ends are rounded outwards to ticks.
  Scale(const Axis& axis, std::vector<double> values, bool round_ends);

  /// Places the axis from pixel `from` (its low end) to pixel `to` (its high end).
  void place(double from, double to) noexcept;

  /// True if the axis can show the value: not too large and, on a logarithmic axis, above 0.
  bool shows(double value) const noexcept;
  /// Returns the pixel of a value. Requires: shows(value).
  double at(double value) const noexcept;

  /// Returns the largest set of ticks, ascending, for which `fit` returns true; empty if it never
  /// does.
  std::vector<Tick> ticks(const std::function<bool(const std::vector<Tick>& ticks)>& fit) const;

 private:
  std::vector<Tick> linear_ticks(double step) const;
  /// Returns the powers of ten whose exponents are multiples of `every`; if `fine`, also 2 and 5
  /// times these.
  std::vector<Tick> logarithmic_ticks(int every, bool fine) const;

  bool logarithmic_;
  double low_;
  double high_;
  double step_ = 0;  // distance of ticks if the ends are rounded on a linear axis, else 0
  double from_ = 0;
  double to_ = 1;
};

/// Returns the smallest number that is at least `minimum` and is 1, 2 or 5 times a power of ten.
/// Requires: `minimum` > 0.
double round_step(double minimum) noexcept;

}  // namespace trivium::learning::charts
