#include "engine/reversi/patterns/pattern_codes.h"

namespace trivium::reversi {

PatternLayout::PatternLayout(const PatternSet& set) {
  std::array<std::vector<Part>, 64> by_square;
  for (std::size_t s = 0; s < set.shapes().size(); ++s) {
    for (const std::vector<Square>& squares : set.shapes()[s].instances) {
      for (std::size_t place = 0; place < squares.size(); ++place)
        by_square[squares[place]].push_back({static_cast<std::uint16_t>(shapes_.size()),
                                             static_cast<std::uint16_t>(code_count(place))});
      shapes_.push_back(static_cast<std::uint16_t>(s));
    }
  }
  for (std::size_t square = 0; square < 64; ++square) {
    parts_.insert(parts_.end(), by_square[square].begin(), by_square[square].end());
    begin_[square + 1] = parts_.size();
  }
}

bool PatternLayout::fits(const PatternSet& set) noexcept {
  std::size_t instances = 0;
  for (const Shape& shape : set.shapes()) instances += shape.instances.size();
  return instances <= kMaxInstances;
}

}  // namespace trivium::reversi
