// Ridge penalty of one parameter, with its derivatives. It keeps parameters about which the data
// say little near a center, so that an optimum exists and is unique.
//
// Learners that minimize add it to their objective, learners that maximize subtract it. Two users
// of a ridge need no more than its strength: the equations of reversi_value add it to their
// diagonal, and the Gaussian prior of choice adds it to the diagonal of a full matrix.
// Source: Hoerl and Kennard 1970.
#pragma once

namespace trivium::learning::statistics {

struct Ridge {
  double strength = 0;  ///< second derivative of the penalty; at least 0. No penalty if it is 0
  double center = 0;    ///< value without penalty

  double penalty(double x) const noexcept { return 0.5 * strength * (x - center) * (x - center); }
  /// Returns the derivative of the penalty.
  double slope(double x) const noexcept { return strength * (x - center); }
};

}  // namespace trivium::learning::statistics
