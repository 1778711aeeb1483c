// The Connect-6 board: stones, side to move and winner. Black opens with one stone; then each side
// places two stones a turn. Six or more in a row win. A full board is a draw.
//
// The unit of play is one stone (as in GTP). A turn of two stones is two placements by one side.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace trivium::connect6 {

enum class Stone : std::uint8_t { kEmpty, kBlack, kWhite };
constexpr Stone opponent(Stone stone) noexcept {
  return static_cast<Stone>(3 - static_cast<int>(stone));
}
constexpr int index(Stone stone) noexcept { return static_cast<int>(stone); }

inline constexpr int kMinSize = 6;
inline constexpr int kMaxSize = 25;
inline constexpr int kDefaultSize = 19;
inline constexpr int kWinLength = 6;

/// A cell: column + size * row; a1 (bottom left) is 0. kNoCell means "no cell".
using Cell = std::uint16_t;
inline constexpr Cell kNoCell = 0xFFFF;

class Board {
 public:
  /// Creates an empty board; `size` in [kMinSize, kMaxSize].
  explicit Board(int size = kDefaultSize);
  /// The copy also reserves memory for a full board, so that a search can place stones without
  /// allocation.
  Board(const Board& other);
  Board(Board&&) noexcept = default;
  Board& operator=(const Board&) = default;
  Board& operator=(Board&&) noexcept = default;

  int size() const noexcept { return size_; }
  int cells() const noexcept { return size_ * size_; }
  Cell cell(int column, int row) const noexcept { return static_cast<Cell>(column + size_ * row); }
  int column(Cell cell) const noexcept { return cell % size_; }
  int row(Cell cell) const noexcept { return cell / size_; }
  bool contains(int column, int row) const noexcept {
    return column >= 0 && row >= 0 && column < size_ && row < size_;
  }

  Stone at(Cell cell) const noexcept { return stones_[cell]; }
  /// Occupied cells in the order of play.
  const std::vector<Cell>& history() const noexcept { return history_; }
  int stones() const noexcept { return static_cast<int>(history_.size()); }

  /// Side that places the next stone, also after the end of the game.
  Stone to_move() const noexcept { return to_move(stones()); }
  static Stone to_move(int stones_placed) noexcept {
    return ((stones_placed + 1) / 2) % 2 == 0 ? Stone::kBlack : Stone::kWhite;
  }
  /// Number of stones that the side to move still places in this turn: 2 or 1, and 0 on a full
  /// board. It is 1 for Black's opening stone and when one cell is left.
  int stones_left_in_turn() const noexcept {
    return std::min(stones() % 2 == 0 ? 1 : 2, cells() - stones());
  }

  /// True if the game is not over and `cell` is an empty cell of the board.
  bool is_legal(Cell cell) const noexcept {
    return cell < cells() && at(cell) == Stone::kEmpty && !over();
  }
  /// Places a stone of the side to move. Returns true if it wins. Requires: is_legal(cell). Does
  /// not allocate.
  bool do_move(Cell cell);
  /// Removes the last stone. Requires: there is one.
  void undo_move() noexcept;

  /// Middle cell; on boards of even size the one above and to the right of the middle.
  Cell center() const noexcept { return cell(size_ / 2, size_ / 2); }

  /// kEmpty while neither side has six in a row.
  Stone winner() const noexcept { return winner_; }
  bool over() const noexcept { return winner_ != Stone::kEmpty || stones() == cells(); }

  /// Hash of the size, the stones, the side to move and its stones left. Equal for every order of
  /// moves that leads to the same position. Takes constant time.
  std::uint64_t key() const noexcept;
  /// Hash of one stone. key() is the exclusive or of these hashes, a hash of the board size and one
  /// of the side to move and its stones left. Requires: `stone` is not kEmpty.
  static std::uint64_t stone_key(Cell cell, Stone stone) noexcept;

 private:
  bool completes_six(Cell cell) const noexcept;

  int size_;
  std::array<Stone, kMaxSize * kMaxSize> stones_{};
  std::vector<Cell> history_;
  Stone winner_ = Stone::kEmpty;
  std::uint64_t stones_key_ = 0;
};

}  // namespace trivium::connect6
