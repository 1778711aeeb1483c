#include "engine/connect6/patterns/windows.h"

#include "engine/connect6/rules/direction.h"

namespace trivium::connect6 {

namespace {

std::vector<std::array<Cell, kWinLength>> all_windows(int size) {
  std::vector<std::array<Cell, kWinLength>> windows;
  const auto inside = [size](int x, int y) { return x >= 0 && y >= 0 && x < size && y < size; };
  for (const Direction direction : kAllDirections) {
    const auto [dx, dy] = step(direction);
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        if (!inside(x + 5 * dx, y + 5 * dy)) continue;
        auto& window = windows.emplace_back();
        for (int i = 0; i < kWinLength; ++i)
          window[static_cast<std::size_t>(i)] =
              static_cast<Cell>((x + i * dx) + size * (y + i * dy));
      }
    }
  }
  return windows;
}

std::vector<WindowTable> all_tables() {
  std::vector<WindowTable> tables;
  for (int size = kMinSize; size <= kMaxSize; ++size) tables.emplace_back(size);
  return tables;
}

}  // namespace

const WindowTable& WindowTable::of_size(int size) {
  static const std::vector<WindowTable> kTables = all_tables();
  return kTables[static_cast<std::size_t>(size - kMinSize)];
}

WindowTable::WindowTable(int size) : size_(size), cells_(all_windows(size)) {
  std::vector<std::vector<Window>> through(static_cast<std::size_t>(size * size));
  for (std::size_t window = 0; window < cells_.size(); ++window) {
    for (const Cell cell : cells_[window]) through[cell].push_back(static_cast<Window>(window));
  }
  for (const auto& windows : through) {
    begin_.push_back(static_cast<std::uint32_t>(through_.size()));
    through_.insert(through_.end(), windows.begin(), windows.end());
  }
  begin_.push_back(static_cast<std::uint32_t>(through_.size()));
}

}  // namespace trivium::connect6
