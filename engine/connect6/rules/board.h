// The Connect-6 board: stones, whose turn it is, who has won. Black opens with one stone, then each side places two a turn;
// six or more in a row win; a full board is a draw.
//
// The unit of play is one stone (as in GTP); a turn of two stones is two placements by the same side.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace trivium::connect6 {

enum class Stone : std::uint8_t { kEmpty, kBlack, kWhite };
constexpr Stone opponent(Stone stone) noexcept { return static_cast<Stone>(3 - static_cast<int>(stone)); }
constexpr int index(Stone stone) noexcept { return static_cast<int>(stone); }

inline constexpr int kMinSize = 6;
inline constexpr int kMaxSize = 25;
inline constexpr int kDefaultSize = 19;
inline constexpr int kWinLength = 6;

/// A cell as column + size * row, a1 = 0 (bottom left). kNoCell stands for none.
using Cell = std::uint16_t;
inline constexpr Cell kNoCell = 0xFFFF;

class Board {
 public:
  /// An empty board; `size` in [kMinSize, kMaxSize].
  explicit Board(int size = kDefaultSize);
  /// A copy has room for all stones too, so that a search can place them without allocation.
  Board(const Board& other);
  Board(Board&&) noexcept = default;
  Board& operator=(const Board&) = default;
  Board& operator=(Board&&) noexcept = default;

  int size() const noexcept { return size_; }
  int cells() const noexcept { return size_ * size_; }
  Cell cell(int column, int row) const noexcept { return static_cast<Cell>(column + size_ * row); }
  int column(Cell cell) const noexcept { return cell % size_; }
  int row(Cell cell) const noexcept { return cell / size_; }
  bool contains(int column, int row) const noexcept { return column >= 0 && row >= 0 && column < size_ && row < size_; }

  Stone at(Cell cell) const noexcept { return stones_[cell]; }
  /// The cells in the order they were filled.
  const std::vector<Cell>& history() const noexcept { return history_; }
  int stones() const noexcept { return static_cast<int>(history_.size()); }

  /// The side that places the next stone. After the game's end: the side that would.
  Stone to_move() const noexcept { return to_move(stones()); }
  static Stone to_move(int stones_placed) noexcept { return ((stones_placed + 1) / 2) % 2 == 0 ? Stone::kBlack : Stone::kWhite; }
  /// Stones the side to move still has to place in this turn: 2 or 1 (1 for Black's opening stone and for the last cell too), 0 on a
  /// full board.
  int stones_left_in_turn() const noexcept { return std::min(stones() % 2 == 0 ? 1 : 2, cells() - stones()); }

  bool is_legal(Cell cell) const noexcept { return cell < cells() && at(cell) == Stone::kEmpty && !over(); }
  /// Places a stone of the side to move on `cell`, which must be legal. Returns whether it wins.
  /// Allocates nothing.
  bool do_move(Cell cell);
  /// Takes back the last stone; there must be one.
  void undo_move() noexcept;

  /// Where a game begins: the middle cell, of boards of even size the one above and to the right of the middle.
  Cell centre() const noexcept { return cell(size_ / 2, size_ / 2); }

  /// kEmpty while nobody has six in a row.
  Stone winner() const noexcept { return winner_; }
  bool over() const noexcept { return winner_ != Stone::kEmpty || stones() == cells(); }

  /// Hash of the stones and of who places how many next; equal for every order that leads to the same position. Kept incrementally.
  std::uint64_t key() const noexcept;
  /// What a stone on `cell` adds to the hash by exclusive or; `stone` is a color.
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
