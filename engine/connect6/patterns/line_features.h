// Incremental line features of a Connect-6 board: the number of stones of each side in every window
// of six cells.
//
// A window is open for a side if only that side has stones in it; a window with stones of both
// sides is dead. A stone changes at most 24 windows, so the counts, the number of open windows of
// each kind and their sets are updated, not recomputed. Threats, evaluation, search and the learner
// read them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/connect6/patterns/windows.h"
#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

class LineFeatures {
 public:
  /// Creates the features of an empty board of `size`.
  explicit LineFeatures(int size = kDefaultSize);
  /// Computes the features of `board` from scratch.
  explicit LineFeatures(const Board& board);

  int size() const noexcept { return table_->size(); }
  int cells() const noexcept { return size() * size(); }
  int stones() const noexcept { return stones_; }
  const WindowTable& table() const noexcept { return *table_; }
  Stone at(Cell cell) const noexcept { return cells_[cell]; }

  /// Adds a stone. At most 24 table updates; does not allocate. Requires: `cell` is empty.
  void place(Cell cell, Stone stone) noexcept;
  /// Removes the stone on `cell`. Stones may be removed in any order.
  void remove(Cell cell) noexcept;

  /// Number of stones of `stone` in `window`, whether the window is open or dead.
  int count(Window window, Stone stone) const noexcept {
    return stone == Stone::kBlack ? counts_[window] & 7 : counts_[window] >> 3;
  }
  /// Both counts of `window` in one number below kCountPairs: black + 8 * white.
  std::uint8_t count_pair(Window window) const noexcept { return counts_[window]; }
  static constexpr std::size_t kCountPairs = 64;

  /// Number of windows with `k` stones of `stone` and none of the opponent, k in 1..6.
  int open_windows(Stone stone, int k) const noexcept { return open_[kind(stone, k)]; }
  /// True if `stone` fills a window, that is, has six or more in a row.
  bool has_six(Stone stone) const noexcept { return open_windows(stone, kWinLength) > 0; }

  /// Calls `visit(Window)` for the windows with `k` stones of `stone` and none of the opponent, in
  /// ascending order, until `visit` returns false. Returns false if it did. `visit` must not place
  /// or remove stones.
  template <class Visit>
  bool visit_open_windows(Stone stone, int k, Visit&& visit) const {
    const auto& set = sets_[kind(stone, k)];
    int left = open_windows(stone, k);
    for (std::size_t word = 0; left > 0; ++word) {
      for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1, --left) {
        if (!visit(
                static_cast<Window>(64 * word + static_cast<std::size_t>(std::countr_zero(bits)))))
          return false;
      }
    }
    return true;
  }

  /// True if stones, counts and sets are equal.
  friend bool operator==(const LineFeatures&, const LineFeatures&) = default;

 private:
  static constexpr std::size_t kKinds = 1 + 2 * kWinLength;  // kind 0: empty or dead
  static constexpr std::size_t kWords = (kMaxWindows + 63) / 64;

  static constexpr std::size_t kind(Stone stone, int k) noexcept {
    return static_cast<std::size_t>((stone == Stone::kBlack ? 0 : kWinLength) + k);
  }
  static constexpr std::size_t kind_of(std::uint8_t counts) noexcept {
    const int black = counts & 7;
    const int white = counts >> 3;
    if (black > 0 && white > 0) return 0;
    return black > 0 ? kind(Stone::kBlack, black) : white > 0 ? kind(Stone::kWhite, white) : 0;
  }
  void change(Cell cell, Stone stone, int by) noexcept;

  const WindowTable* table_;
  int stones_ = 0;
  std::array<Stone, kMaxSize * kMaxSize> cells_{};
  std::array<std::uint8_t, kMaxWindows> counts_{};  // black + 8 * white
  std::array<std::int16_t, kKinds> open_{};
  std::array<std::array<std::uint64_t, kWords>, kKinds> sets_{};
};

}  // namespace trivium::connect6
