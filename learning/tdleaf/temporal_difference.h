// The sums of temporal differences of TD(lambda), the same for TDLeaf(lambda).
//
// Sources: paper 003, formula 6; Baxter, Tridgell and Weaver 2000, "Learning to play chess using
// temporal differences".
#pragma once

#include <span>

namespace trivium::learning::tdleaf {

/// sums[t] = sum over j >= t of lambda^(j-t) d_j with d_j = P_(j+1) - P_j, where P_j is
/// predictions[j] and the one behind the last is the `result` (1 White won, 0.5, 0). lambda is in
/// [0, 1]: with 0 each position learns from the next alone, with 1 from the result alone. `sums` is
/// as long as `predictions`.
void sum_differences(std::span<const double> predictions, double result, double lambda,
                     std::span<double> sums) noexcept;

}  // namespace trivium::learning::tdleaf
