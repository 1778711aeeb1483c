// Where the values of an axis lie in a picture, and its round ticks.
//
// Ticks are 1, 2 or 5 times a power of ten apart. On a logarithmic axis they are powers of ten,
// with 2 and 5 times them where that leaves room.
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
  /// An axis for those of the values that it can show. With `round_ends` it ends at ticks.
  Scale(const Axis& axis, std::vector<double> values, bool round_ends);

  /// Places the axis from pixel `from` (its low end) to pixel `to`.
  void place(double from, double to) noexcept;

  /// True if the axis can show the value.
  bool shows(double value) const noexcept;
  /// Pixel of a value that the axis shows.
  double at(double value) const noexcept;

  /// Returns the most ticks, ascending, of which `fit` is true; no ticks if it never is.
  std::vector<Tick> ticks(const std::function<bool(const std::vector<Tick>& ticks)>& fit) const;

 private:
  std::vector<Tick> linear_ticks(double step) const;
  /// Every `every`th power of ten, times each of 1, 2 and 5 if `fine`.
  std::vector<Tick> logarithmic_ticks(int every, bool fine) const;

  bool logarithmic_;
  double low_;
  double high_;
  double step_ = 0;  ///< between ticks where the axis ends at ticks
  double from_ = 0;
  double to_ = 1;
};

/// The smallest of 1, 2 or 5 times a power of ten that is at least `least`. Requires: above 0.
double round_step(double least) noexcept;

/// "12,000", "−0.05", or "1e-7" where that would be long.
std::string number_text(double value, int decimals);

}  // namespace trivium::learning::charts
