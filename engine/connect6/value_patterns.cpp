#include "engine/connect6/value_patterns.h"

#include <memory>
#include <mutex>

namespace trivium::connect6 {

ValuePatterns::ValuePatterns(int size) : board_(layout_of(size)), makes_(line_makes()), cells_(static_cast<std::size_t>(size * size)) {
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    CellState& state = cells_[cell];
    for (std::size_t direction = 0; direction < kDirections; ++direction) {
      const CodePair code = board_.code(static_cast<Cell>(cell), direction);
      for (std::size_t side = 0; side < kSides; ++side) {
        state.lines[side][direction] = inner_line(code.of(side));
        state.makes[side][direction] = makes_[code.of(side)];
      }
    }
    for (std::size_t side = 0; side < kSides; ++side) state.made[side] = static_cast<std::uint8_t>(tactic_code(state.makes[side]));
  }
}

/// Four lines of ten neighbours, the reach of tactics. Made once for each size, by whoever asks first.
const PatternLayout& ValuePatterns::layout_of(int size) {
  struct Made {
    std::once_flag once;
    std::unique_ptr<const PatternLayout> layout;
  };
  static std::array<Made, kMaxSize + 1> all;
  Made& made = all[static_cast<std::size_t>(size)];
  std::call_once(made.once, [&made, size] {
    static_assert(2 * kTacticReach == 10 && kAllDirections.size() == 4);
    made.layout = std::make_unique<const PatternLayout>(*PatternSet::parse("player no\nline row+column+rising+falling 10\n"), size);
  });
  return *made.layout;
}

}  // namespace trivium::connect6
