// A game of Reversi: start position, colors, moves and result. It stores what Position omits
// because a search does not need it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

enum class Color : std::uint8_t { kBlack, kWhite };

constexpr Color opponent(Color color) noexcept {
  return color == Color::kBlack ? Color::kWhite : Color::kBlack;
}
constexpr std::string_view color_name(Color color) noexcept {
  return color == Color::kBlack ? "Black" : "White";
}

class Game {
 public:
  /// Begins at the start position of a board of `size`. Black moves first. Requires: is_size(size).
  explicit Game(int size = kDefaultSize) : Game(Position::start(size), Color::kBlack) {}
  Game(const Position& start, Color first) : start_(start), first_(first), position_(start) {}

  const Position& start() const noexcept { return start_; }
  /// Side to move in start().
  Color first() const noexcept { return first_; }
  const Position& position() const noexcept { return position_; }
  int size() const noexcept { return position_.size(); }

  /// Side that moves next, also after the end of the game.
  Color to_move() const noexcept { return moves_.size() % 2 == 0 ? first_ : opponent(first_); }
  Bitboard discs(Color color) const noexcept {
    return color == to_move() ? position_.own : position_.other;
  }
  /// Moves so far, with all passes.
  const std::vector<Move>& moves() const noexcept { return moves_; }

  /// Plays `move`. Requires: it is legal.
  void do_move(Move move);
  /// Takes back a move or pass. Requires: there is one.
  void undo_move() noexcept;

  bool over() const noexcept { return position_.over(); }
  /// Final score in discs for `color`, with the empty squares counted for the winner.
  int final_score(Color color) const noexcept;

 private:
  Position start_;
  Color first_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<Bitboard> flipped_;  // by each move
};

}  // namespace trivium::reversi
