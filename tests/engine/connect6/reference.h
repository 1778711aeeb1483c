// Slow reference implementations of fast engine functions; they try everything on a plain board.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/rng.h"

namespace trivium::connect6::reference {

/// True if `stone` has six or more in a row. Scans every line from every cell.
inline bool has_six(const Board& board, Stone stone) {
  for (int y = 0; y < board.size(); ++y) {
    for (int x = 0; x < board.size(); ++x) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
        int run = 0;
        while (board.contains(x + run * dx, y + run * dy) &&
               board.at(board.cell(x + run * dx, y + run * dy)) == stone)
          ++run;
        if (run >= 6) return true;
      }
    }
  }
  return false;
}

/// A copy of the stones that can be changed in any order.
struct Stones {
  explicit Stones(int board_size)
      : size(board_size), at(static_cast<std::size_t>(size * size), Stone::kEmpty) {}
  explicit Stones(const Board& board) : size(board.size()) {
    for (int i = 0; i < board.cells(); ++i) at.push_back(board.at(static_cast<Cell>(i)));
  }

  bool six_through(Cell cell) const {
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      int run = 1;
      for (const int sign : {1, -1}) {
        for (int i = 1;; ++i) {
          const int x = cell % size + sign * i * dx;
          const int y = cell / size + sign * i * dy;
          if (x < 0 || y < 0 || x >= size || y >= size ||
              at[static_cast<std::size_t>(x + size * y)] != at[cell])
            break;
          ++run;
        }
      }
      if (run >= 6) return true;
    }
    return false;
  }

  std::vector<Cell> empty() const {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] == Stone::kEmpty) cells.push_back(static_cast<Cell>(i));
    }
    return cells;
  }

  /// True if `stone` can make six with at most `count` (1 or 2) stones. Tries every pair of cells.
  bool can_win(Stone stone, int count) {
    const std::vector<Cell> cells = empty();
    for (const Cell first : cells) {
      at[first] = stone;
      bool won = six_through(first);
      for (std::size_t i = 0; !won && count > 1 && i < cells.size(); ++i) {
        if (cells[i] <= first) continue;
        at[cells[i]] = stone;
        won = six_through(cells[i]) || six_through(first);
        at[cells[i]] = Stone::kEmpty;
      }
      at[first] = Stone::kEmpty;
      if (won) return true;
    }
    return false;
  }

  int size;
  std::vector<Stone> at;
};

/// Returns all minimal sets of at most two cells whose filling prevents `attacker` from winning
/// with two stones. Empty if it cannot win anyway.
inline std::set<std::pair<Cell, Cell>> parries(Stones stones, Stone attacker) {
  std::set<std::pair<Cell, Cell>> sets;
  if (!stones.can_win(attacker, 2)) return sets;
  const std::vector<Cell> cells = stones.empty();
  for (const Cell first : cells) {
    stones.at[first] = opponent(attacker);
    if (!stones.can_win(attacker, 2)) sets.insert({first, kNoCell});
    stones.at[first] = Stone::kEmpty;
  }
  const auto alone = [&sets](Cell cell) { return sets.count({cell, kNoCell}) > 0; };
  for (const Cell first : cells) {
    for (const Cell second : cells) {
      if (second <= first || alone(first) || alone(second)) continue;
      stones.at[first] = stones.at[second] = opponent(attacker);
      if (!stones.can_win(attacker, 2)) sets.insert({first, second});
      stones.at[first] = stones.at[second] = Stone::kEmpty;
    }
  }
  return sets;
}

/// Returns `count` stones on random cells without six in a row, about `black_per_ten` of ten black.
inline Stones random_stones(Rng& rng, int size, int count, std::uint32_t black_per_ten) {
  Stones stones(size);
  for (int i = 0; i < count; ++i) {
    const std::size_t cell = rng.below(static_cast<std::uint32_t>(size * size));
    if (stones.at[cell] != Stone::kEmpty) continue;
    stones.at[cell] = rng.below(10) < black_per_ten ? Stone::kBlack : Stone::kWhite;
    if (stones.six_through(static_cast<Cell>(cell))) stones.at[cell] = Stone::kEmpty;
  }
  return stones;
}

/// Returns a board with up to `stones` random stones and no winner. They are in a corner of
/// `spread` columns and rows, so that lines arise.
inline Board random_board(Rng& rng, int size, int stones, int spread) {
  Board board(size);
  for (int tries = 0; board.stones() < stones && tries < 20 * stones; ++tries) {
    const auto x = static_cast<int>(rng.below(static_cast<std::uint32_t>(spread)));
    const auto y = static_cast<int>(rng.below(static_cast<std::uint32_t>(spread)));
    const Cell cell = board.cell(x, y);
    if (!board.is_legal(cell)) continue;
    if (board.do_move(cell)) board.undo_move();
  }
  return board;
}

}  // namespace trivium::connect6::reference
