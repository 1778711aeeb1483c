// Second, slow implementation of the rules of Reversi: letters in a grid; every line from every
// square is walked disc by disc.
//
// Moves are text: column letter and row number, "f5", or "pass".
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace trivium::reference {

class Reversi {
 public:
  /// `squares` has one of X, O and - for each square, row by row.
  Reversi(const std::string& squares, char to_move) : to_move_(to_move) {
    while (size_ * size_ < static_cast<int>(squares.size())) ++size_;
    for (int row = 0; row < size_; ++row)
      grid_.push_back(
          squares.substr(static_cast<std::size_t>(row * size_), static_cast<std::size_t>(size_)));
  }

  bool black_to_move() const { return to_move_ == 'X'; }

  std::set<std::string> legal_moves() const {
    const std::set<std::string> moves = placements(to_move_);
    if (!moves.empty() || placements(other(to_move_)).empty()) return moves;
    return {"pass"};
  }

  void play(const std::string& move) {
    if (move != "pass") {
      const int column = move[0] - 'a', row = move[1] - '1';
      for (const auto& [x, y] : flipped(column, row, to_move_)) at(x, y) = to_move_;
      at(column, row) = to_move_;
    }
    to_move_ = other(to_move_);
  }

  /// Black's score in discs when the game is over; the winner gets the empty squares.
  std::optional<int> result_for_black() const {
    if (!placements('X').empty() || !placements('O').empty()) return std::nullopt;
    const int black = discs('X'), white = discs('O');
    if (black == white) return 0;
    return black > white ? size_ * size_ - 2 * white : 2 * black - size_ * size_;
  }

  /// The discs as the side to move sees them: colors do not matter.
  std::string identity() const {
    std::string all;
    for (const std::string& row : grid_) {
      for (const char disc : row) all += disc == '-' ? '-' : disc == to_move_ ? 'm' : 'y';
      all += '/';
    }
    return all;
  }

 private:
  static char other(char color) { return color == 'X' ? 'O' : 'X'; }
  char& at(int column, int row) {
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  /// Returns '?' off the board.
  char disc(int column, int row) const {
    if (column < 0 || row < 0 || column >= size_ || row >= size_) return '?';
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  int discs(char color) const {
    int sum = 0;
    for (const std::string& row : grid_)
      sum += static_cast<int>(std::count(row.begin(), row.end(), color));
    return sum;
  }

  std::vector<std::pair<int, int>> flipped(int column, int row, char color) const {
    std::vector<std::pair<int, int>> all;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        std::vector<std::pair<int, int>> line;
        int x = column + dx, y = row + dy;
        for (; (dx != 0 || dy != 0) && disc(x, y) == other(color); x += dx, y += dy)
          line.emplace_back(x, y);
        if (disc(x, y) == color) all.insert(all.end(), line.begin(), line.end());
      }
    }
    return all;
  }

  std::set<std::string> placements(char color) const {
    std::set<std::string> moves;
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        if (disc(column, row) == '-' && !flipped(column, row, color).empty())
          moves.insert({static_cast<char>('a' + column), static_cast<char>('1' + row)});
      }
    }
    return moves;
  }

  int size_ = 0;
  char to_move_;
  std::vector<std::string> grid_;
};

}  // namespace trivium::reference
