#include "engine/connect6/rules/board.h"

#include <cassert>

#include "engine/connect6/rules/direction.h"
#include "engine/core/rng.h"

namespace trivium::connect6 {

namespace {

constexpr int kMaxCells = kMaxSize * kMaxSize;

/// Zobrist keys of the stones by cell and color, of the phases of the four-stone cycle of turns,
/// and of the board sizes.
struct Keys {
  std::array<std::array<std::uint64_t, kMaxCells>, 2> stone{};
  std::array<std::uint64_t, 4> phase{};
  std::array<std::uint64_t, kMaxSize + 1> size{};
};

constexpr Keys make_keys() {
  Keys keys;
  Rng rng(0x436F6E6E65637436ULL);
  for (auto& color : keys.stone)
    for (auto& key : color) key = rng();
  for (auto& key : keys.phase) key = rng();
  for (auto& key : keys.size) key = rng();
  return keys;
}

constexpr Keys kKeys = make_keys();

}  // namespace

Board::Board(int size) : size_(size) {
  assert(size >= kMinSize && size <= kMaxSize);
  history_.reserve(kMaxCells);
}

Board::Board(const Board& other)
    : size_(other.size_),
      stones_(other.stones_),
      winner_(other.winner_),
      stones_key_(other.stones_key_) {
  history_.reserve(kMaxCells);
  history_ = other.history_;
}

std::uint64_t Board::stone_key(Cell cell, Stone stone) noexcept {
  return kKeys.stone[static_cast<std::size_t>(index(stone) - 1)][cell];
}

bool Board::do_move(Cell cell) {
  assert(is_legal(cell));
  const Stone stone = to_move();
  stones_[cell] = stone;
  history_.push_back(cell);
  stones_key_ ^= stone_key(cell, stone);
  if (!completes_six(cell)) return false;
  winner_ = stone;
  return true;
}

void Board::undo_move() noexcept {
  assert(!history_.empty());
  const Cell cell = history_.back();
  history_.pop_back();
  stones_key_ ^= stone_key(cell, stones_[cell]);
  stones_[cell] = Stone::kEmpty;
  winner_ = Stone::kEmpty;  // only the last stone can have won, since play stops at a win
}

std::uint64_t Board::key() const noexcept {
  return stones_key_ ^ kKeys.phase[static_cast<std::size_t>(stones() % 4)] ^
         kKeys.size[static_cast<std::size_t>(size_)];
}

bool Board::completes_six(Cell placed) const noexcept {
  const Stone stone = at(placed);
  for (const Direction direction : kAllDirections) {
    const auto [dx, dy] = step(direction);
    int run = 1;
    for (const int sign : {1, -1}) {
      int x = column(placed) + sign * dx;
      int y = row(placed) + sign * dy;
      for (; contains(x, y) && at(cell(x, y)) == stone; x += sign * dx, y += sign * dy) ++run;
    }
    if (run >= kWinLength) return true;
  }
  return false;
}

}  // namespace trivium::connect6
