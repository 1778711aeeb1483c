#include "learning/btmm/evaluation.h"

#include <algorithm>

namespace trivium::learning::btmm {

double Evaluation::among_first(std::size_t places) const noexcept {
  double states = 0.0;
  for (std::size_t place = 0; place < std::min(places, ranks.size()); ++place)
    states += ranks[place];
  return statistics::mean_of(states, all.cases);
}

}  // namespace trivium::learning::btmm
