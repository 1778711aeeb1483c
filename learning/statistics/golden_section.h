// Golden-section search: the maximum of a function of one variable that is known only by its
// values.
#pragma once

namespace trivium::learning::statistics {

/// Returns the x >= 0 at which `value(x)` is largest. First doubles the upper end until the range
/// [low, high] contains the maximum, then narrows it to about 1 / 2200 of its length and returns
/// its middle. Requires: `value` has one local maximum in [0, infinity) and decreases beyond it.
template <class Value>
double golden_maximum(const Value& value) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kNarrowings = 16;
  double low = 0, high = 1;
  for (double at_high = value(high), further = value(2 * high); further > at_high;
       further = value(2 * high)) {
    low = high;
    high *= 2;
    at_high = further;
  }
  high *= 2;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = value(left), at_right = value(right);
  for (int i = 0; i < kNarrowings; ++i) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      at_left = value(left = high - kGolden * (high - low));
    } else {
      low = left;
      left = right;
      at_left = at_right;
      at_right = value(right = low + kGolden * (high - low));
    }
  }
  return (low + high) / 2;
}

}  // namespace trivium::learning::statistics
