#include "learning/btmm/evaluation.h"

#include <algorithm>

namespace trivium::learning::btmm {

Evaluation& Evaluation::operator+=(const Evaluation& other) {
  all += other.all;
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] += other.ranks[i];
  for (std::size_t i = 0; i < by_pieces.size(); ++i) by_pieces[i] += other.by_pieces[i];
  forced += other.forced;
  return *this;
}

double Evaluation::among_first(std::size_t places) const noexcept {
  double states = 0.0;
  for (std::size_t place = 0; place < std::min(places, ranks.size()); ++place)
    states += ranks[place];
  return statistics::mean_of(states, all.cases);
}

}  // namespace trivium::learning::btmm
