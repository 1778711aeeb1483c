#include "learning/btmm/evaluation.h"

#include <algorithm>

namespace trivium::learning::btmm {

Evaluation& Evaluation::operator+=(const Evaluation& other) {
  all += other.all;
  for (std::size_t i = 0; i < ranks.size(); ++i) ranks[i] += other.ranks[i];
  for (std::size_t i = 0; i < by_pieces.size(); ++i) by_pieces[i] += other.by_pieces[i];
  return *this;
}

void Evaluation::sum_up() noexcept {
  all = {};
  for (const EvidenceSums& sums : by_pieces) all += sums;
}

double Evaluation::among_first(std::size_t places) const noexcept {
  double states = 0.0;
  for (std::size_t place = 0; place < std::min(places, ranks.size()); ++place)
    states += ranks[place];
  return all.states > 0 ? states / static_cast<double>(all.states) : 0.0;
}

}  // namespace trivium::learning::btmm
