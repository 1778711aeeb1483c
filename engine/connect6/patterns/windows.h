// Table of the windows of a board: six neighboring cells in a line are a window. Also has the
// windows through each cell.
//
// A side wins exactly when it fills a window, so the engine describes lines by windows. The tables
// depend only on the size of the board and are built once for each size.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// Index of a window, in [0, WindowTable::windows()).
using Window = std::uint16_t;

/// Maximum number of windows: 2 * 25 * 20 in rows and columns, 2 * 20 * 20 in diagonals.
inline constexpr int kMaxWindows =
    2 * kMaxSize * (kMaxSize - 5) + 2 * (kMaxSize - 5) * (kMaxSize - 5);
/// Maximum number of windows through one cell: six in each of four directions.
inline constexpr int kMaxWindowsThrough = 24;

class WindowTable {
 public:
  /// Returns the table for boards of `size` in [kMinSize, kMaxSize]. It is never destroyed.
  /// Thread-safe.
  static const WindowTable& of_size(int size);

  explicit WindowTable(int size);

  int size() const noexcept { return size_; }
  int windows() const noexcept { return static_cast<int>(cells_.size()); }
  /// The six cells of `window`, ordered along the line.
  std::span<const Cell, kWinLength> cells(Window window) const noexcept { return cells_[window]; }
  /// Windows that contain `cell`, ascending.
  std::span<const Window> through(Cell cell) const noexcept {
    return {through_.data() + begin_[cell], through_.data() + begin_[cell + 1U]};
  }

 private:
  int size_;
  std::vector<std::array<Cell, kWinLength>> cells_;
  std::vector<Window> through_;
  std::vector<std::uint32_t> begin_;
};

}  // namespace trivium::connect6
