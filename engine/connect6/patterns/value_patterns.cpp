#include "engine/connect6/patterns/value_patterns.h"

#include <memory>
#include <mutex>

namespace trivium::connect6 {

/// Four lines of ten neighbors, as far as tactics reach.
struct ValuePatterns::Sights {
  PatternLayout layout;
  std::vector<LineSeen> seen;  // by sight

  explicit Sights(int size)
      : layout(*PatternSet::parse("player no\nline row+column+rising+falling 10\n"), size) {
    static_assert(2 * kTacticReach == 10 && kAllDirections.size() == kDirections &&
                  kDirections == 4);
    const auto inner_line = [](std::uint32_t ten) {
      return static_cast<std::uint16_t>(ten / 3 % kLinePatterns);
    };
    const auto makes = line_makes();
    for (Sight sight = 0; sight < layout.sights(); ++sight) {
      const std::uint32_t black = layout.codes(sight).of(0);
      const std::uint32_t white = layout.codes(sight).of(1);
      seen.push_back({{inner_line(black), inner_line(white)}, {makes[black], makes[white]}});
    }
  }
};

/// Built for each size on first use. Thread-safe.
const ValuePatterns::Sights& ValuePatterns::sights_of(int size) {
  struct Made {
    std::once_flag once;
    std::unique_ptr<const Sights> sights;
  };
  static std::array<Made, kMaxSize + 1> all;
  Made& made = all[static_cast<std::size_t>(size)];
  std::call_once(made.once, [&made, size] { made.sights = std::make_unique<const Sights>(size); });
  return *made.sights;
}

ValuePatterns::ValuePatterns(int size)
    : seen_(sights_of(size).seen.data()),
      board_(sights_of(size).layout),
      cells_(static_cast<std::size_t>(size * size)) {
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const std::size_t slot = board_.layout().slot(static_cast<Cell>(cell));
    CellState& state = cells_[cell];
    for (std::size_t direction = 0; direction < kDirections; ++direction)
      state.seen[direction] = seen_[board_.sights()[slot + direction]];
    state.made = made_on(state.seen);
  }
}

}  // namespace trivium::connect6
