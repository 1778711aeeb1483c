// Where the windows of a board lie: every six neighbouring cells in a line are one window, and each cell knows the windows through it.
//
// A side wins exactly when it fills a window, so everything that the engine knows about lines is said in windows. The tables depend on
// the board's size alone and are made once for each size.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// A window as an index in [0, WindowTable::windows()).
using Window = std::uint16_t;

/// The most windows a board can have: 2 * 25 * 20 in rows and columns, 2 * 20 * 20 in diagonals.
inline constexpr int kMaxWindows = 2 * kMaxSize * (kMaxSize - 5) + 2 * (kMaxSize - 5) * (kMaxSize - 5);
/// The most windows through one cell: six in each of four directions.
inline constexpr int kMaxWindowsThrough = 24;

class WindowTable {
 public:
  /// The table for boards of `size`, which must be in [kMinSize, kMaxSize]. Lives as long as the program; any thread.
  static const WindowTable& of_size(int size);

  explicit WindowTable(int size);

  int size() const noexcept { return size_; }
  int windows() const noexcept { return static_cast<int>(cells_.size()); }
  /// The six cells of `window`, in order along the line.
  std::span<const Cell, kWinLength> cells(Window window) const noexcept { return cells_[window]; }
  /// The windows that contain `cell`, ascending.
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
