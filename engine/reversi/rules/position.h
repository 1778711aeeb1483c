// A position of Reversi from the view of the side to move, its moves and its score.
//
// Rules: a move places a disc on an empty square and flips the runs of the other side's discs that
// the new disc and another own disc enclose. It must flip at least one. A side without a move must
// pass; where both sides have none, the game is over. The winner gets the empty squares.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/reversi/rules/bitboard.h"

namespace trivium::reversi {

inline constexpr int kDefaultSize = 8;
/// Sizes of the boards that have rules here.
inline constexpr std::array kSizes = {4, 6, 8};
constexpr bool is_size(int size) noexcept {
  return std::ranges::find(kSizes, size) != kSizes.end();
}

/// Maximum final score in discs, on the largest board.
inline constexpr int kMaxScore = 64;

/// A Square, or kPass.
using Move = std::uint8_t;
inline constexpr Move kPass = 64;

/// Squares of a board of `size`. Requires: is_size(size).
constexpr Bitboard board_squares(int size) noexcept {
  const Bitboard row = (Bitboard{1} << size) - 1;
  Bitboard board = 0;
  for (int r = 0; r < size; ++r) board |= row << (8 * r);
  return board;
}

/// Two bitboards, and the empty squares, which also determine the size of the board.
struct Position {
  Bitboard own = 0;    ///< discs of the side to move
  Bitboard other = 0;  ///< discs of the other side
  Bitboard empty = 0;  ///< squares of the board without a disc

  /// Returns the position before the first move: on a board of 8, the side to move has d5 and e4.
  /// Requires: is_size(size).
  static Position start(int size = kDefaultSize) noexcept;

  Bitboard board() const noexcept { return own | other | empty; }
  int size() const noexcept;

  /// Squares on which the side to move may place a disc.
  Bitboard moves() const noexcept { return run_ends(own, other) & empty; }
  /// Discs that flip if the side to move plays `square`; 0 if that is illegal. Requires: `square`
  /// is empty.
  Bitboard flips(Square square) const noexcept { return reversi::flips(square, own, other); }

  /// True if a pass is the only legal move.
  bool must_pass() const noexcept { return moves() == 0 && passed().moves() != 0; }
  /// True if neither side can place a disc.
  bool over() const noexcept { return moves() == 0 && passed().moves() == 0; }
  bool is_legal(Move move) const noexcept;

  /// Returns the position with the other side to move and the same discs.
  Position passed() const noexcept { return {other, own, empty}; }
  /// Returns the position after a disc on `square` that flips `flipped`.
  Position placed(Square square, Bitboard flipped) const noexcept {
    return {other ^ flipped, own ^ flipped ^ bit(square), empty ^ bit(square)};
  }

  /// Plays `move` and returns the discs that it flipped, which undo_move() needs; 0 for a pass.
  /// Requires: the move is legal.
  Bitboard do_move(Move move) noexcept;
  void undo_move(Move move, Bitboard flipped) noexcept;

  int discs() const noexcept { return count(own | other); }
  /// Final score in discs for the side to move: the difference, with the empty squares counted for
  /// the winner. In [-kMaxScore, kMaxScore]; 0 is a draw, also with empty squares.
  int final_score() const noexcept;

  /// Hash of the discs, the side to move and the size of the board. The colors of the discs do not
  /// matter: exchanging both the colors and the side to move gives the same key.
  std::uint64_t key() const noexcept;

  friend bool operator==(const Position&, const Position&) = default;
};

/// Returns the legal moves in the order of the squares: a pass alone if that is the only one, none
/// if the game is over.
std::vector<Move> legal_moves(const Position& position);

/// Returns the number of leaves at `depth` plies (>= 0), with the last ply counted in bulk. A pass
/// is a ply. A finished game is one leaf at every greater depth.
std::uint64_t perft(const Position& position, int depth) noexcept;

}  // namespace trivium::reversi
