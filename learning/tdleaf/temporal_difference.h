// Sums of temporal differences of TD(lambda) and TDLeaf(lambda).
//
// Sources: paper 003, formula 6; Baxter, Tridgell and Weaver 2000, "Learning to play chess using
// temporal differences".
#pragma once

#include <span>

namespace trivium::learning::tdleaf {

/// Computes sums[t] = sum over j >= t of lambda^(j-t) d_j, where d_j = P_(j+1) - P_j and P_j is
/// predictions[j]. After the last prediction P is `result` (White's points: 1, 0.5 or 0). With
/// lambda 0 each position learns only from the next one, with lambda 1 only from the result.
/// Requires: lambda is in [0, 1], and both spans have the same size.
void sum_differences(std::span<const double> predictions, double result, double lambda,
                     std::span<double> sums) noexcept;

}  // namespace trivium::learning::tdleaf
