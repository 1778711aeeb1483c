#include "engine/connect6/patterns/line_features.h"

#include <cassert>

namespace trivium::connect6 {

LineFeatures::LineFeatures(int size) : table_(&WindowTable::of_size(size)) {}

LineFeatures::LineFeatures(const Board& board) : LineFeatures(board.size()) {
  for (const Cell cell : board.history()) place(cell, board.at(cell));
}

void LineFeatures::place(Cell cell, Stone stone) noexcept {
  assert(at(cell) == Stone::kEmpty && stone != Stone::kEmpty);
  cells_[cell] = stone;
  ++stones_;
  change(cell, stone, 1);
}

void LineFeatures::remove(Cell cell) noexcept {
  assert(at(cell) != Stone::kEmpty);
  change(cell, at(cell), -1);
  cells_[cell] = Stone::kEmpty;
  --stones_;
}

void LineFeatures::change(Cell cell, Stone stone, int by) noexcept {
  static constexpr std::array<std::uint8_t, 64> kKindOf = [] {
    std::array<std::uint8_t, 64> kinds{};
    for (std::size_t counts = 0; counts < kinds.size(); ++counts) {
      const bool possible = (counts & 7) + (counts >> 3) <= kWinLength;
      kinds[counts] = possible
                          ? static_cast<std::uint8_t>(kind_of(static_cast<std::uint8_t>(counts)))
                          : std::uint8_t{0};
    }
    return kinds;
  }();
  const int step = stone == Stone::kBlack ? by : 8 * by;
  for (const Window window : table_->through(cell)) {
    const std::size_t before = kKindOf[counts_[window]];
    counts_[window] = static_cast<std::uint8_t>(counts_[window] + step);
    const std::size_t after = kKindOf[counts_[window]];
    if (before == after) continue;
    const std::uint64_t bit = std::uint64_t{1} << (window % 64);
    --open_[before];
    ++open_[after];
    sets_[before][window / 64] ^= bit;
    sets_[after][window / 64] ^= bit;
  }
}

}  // namespace trivium::connect6
