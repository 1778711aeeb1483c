// Second, slow implementation of the rules of Connect-6: letters in a grid; every line of the board
// is checked after every stone.
//
// Moves are text: column letter (i in use) and row number, "j10".
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trivium::reference {

class Connect6 {
 public:
  explicit Connect6(int size)
      : grid_(static_cast<std::size_t>(size), std::string(static_cast<std::size_t>(size), '.')) {}

  bool black_to_move() const {  // B, W W, B B, W W, ...
    return stones_ == 0 || ((stones_ - 1) / 2) % 2 == 1;
  }

  std::set<std::string> legal_moves() const {
    std::set<std::string> moves;
    if (result_for_black()) return moves;
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        if (stone(column, row) == '.')
          moves.insert(std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1));
      }
    }
    return moves;
  }

  void play(const std::string& move) {
    grid_[static_cast<std::size_t>(std::stoi(move.substr(1)) - 1)]
         [static_cast<std::size_t>(move[0] - 'a')] = black_to_move() ? 'B' : 'W';
    ++stones_;
  }

  /// Black's points -1, 0 or 1 when the game is over.
  std::optional<int> result_for_black() const {
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        for (const auto& [across, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          if (six_from(column, row, across, up)) return stone(column, row) == 'B' ? 1 : -1;
        }
      }
    }
    if (stones_ == size() * size()) return 0;
    return std::nullopt;
  }

  /// All stones, and the number of stones that each side must still place.
  std::string identity() const {
    std::string all;
    for (const std::string& row : grid_) all += row + '/';
    return all + (black_to_move() ? 'B' : 'W') + std::to_string(stones_);
  }

 private:
  int size() const { return static_cast<int>(grid_.size()); }
  /// Returns '-' off the board.
  char stone(int column, int row) const {
    if (column < 0 || row < 0 || column >= size() || row >= size()) return '-';
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  bool six_from(int column, int row, int across, int up) const {
    const char color = stone(column, row);
    if (color == '.') return false;
    for (int i = 1; i < 6; ++i) {
      if (stone(column + i * across, row + i * up) != color) return false;
    }
    return true;
  }

  std::vector<std::string> grid_;
  int stones_ = 0;
};

}  // namespace trivium::reference
