#include "engine/reversi/patterns/pattern_codes.h"

namespace trivium::reversi {

namespace {

/// Code of the same contents from the view of the other side.
std::uint32_t other_view(std::uint32_t code, std::size_t squares) noexcept {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < squares; ++i) {
    const std::uint32_t digit = code / code_count(i) % 3;
    result += (digit == 0 ? 0 : 3 - digit) * code_count(i);
  }
  return result;
}

}  // namespace

PatternLayout::PatternLayout(const PatternSet& set) {
  for (std::size_t s = 0; s < set.shapes().size(); ++s) {
    const Shape& shape = set.shapes()[s];
    const PatternTable& table = set.tables()[s];
    for (const std::vector<Square>& squares : shape.instances) {
      for (std::size_t i = 0; i < squares.size(); ++i)
        powers_[squares[i]][places_.size()] = static_cast<std::uint16_t>(code_count(i));
      places_.push_back(static_cast<std::uint32_t>(codes()));
    }
    for (std::uint32_t code = 0; code < shape.entries.size(); ++code) {
      const std::uint32_t other = other_view(code, shape.squares.size());
      features_[0].push_back({table.begin + shape.entries[code], table.codes});
      features_[1].push_back({table.begin + shape.entries[other], table.codes});
    }
  }
}

bool PatternLayout::fits(const PatternSet& set) noexcept {
  std::size_t instances = 0;
  for (const Shape& shape : set.shapes()) instances += shape.instances.size();
  return instances <= kMaxInstances;
}

}  // namespace trivium::reversi
