// Minorization-maximization (MM): each step maximizes a simpler function that lies below the
// objective and touches it at the current point, so that the objective never decreases. For
// minimization the simpler function lies above it.
//
// Sources: Hunter and Lange, "A tutorial on MM algorithms" (2004); paper 000, section II.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace trivium::learning::statistics {

struct MmEnd {
  std::vector<double> x;
  std::size_t iterations = 0;
  bool converged = false;
};

/// Repeats x = update(x) until no element changes by more than `enough` (then `converged`), at most
/// `iterations` times.
template <class Update>
MmEnd iterate_mm(std::vector<double> start, const Update& update, double enough,
                 std::size_t iterations) {
  MmEnd end{std::move(start)};
  while (!end.converged && end.iterations < iterations) {
    std::vector<double> next = update(std::as_const(end.x));
    double change = 0;
    for (std::size_t i = 0; i < next.size(); ++i)
      change = std::max(change, std::abs(next[i] - end.x[i]));
    end.converged = change <= enough;
    end.x = std::move(next);
    ++end.iterations;
  }
  return end;
}

}  // namespace trivium::learning::statistics
