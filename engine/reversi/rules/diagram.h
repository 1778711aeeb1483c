// The discs of a board as text: square by square from a1, b1, ... to the last corner, as OBF and
// GGF write them, or drawn for readers.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/reversi/rules/game.h"

namespace trivium::reversi {

struct Diagram {
  Bitboard black = 0;
  Bitboard white = 0;
  int size = kDefaultSize;

  /// Returns the diagram of a position in which `to_move` moves.
  static Diagram of(const Position& position, Color to_move) noexcept;
  /// Returns the diagram before the first move of a game. Requires: is_size(size).
  static Diagram start(int size) noexcept { return of(Position::start(size), Color::kBlack); }

  Position position(Color to_move) const noexcept;
  /// Returns an error if there are fewer than 4 discs: a game begins with 4, and keeps them all.
  Status check() const;

  friend bool operator==(const Diagram&, const Diagram&) = default;
};

/// Parses 16, 36 or 64 squares, which may have blanks between them. Black is X, * or B; White is O,
/// 0 or W; an empty square is '-' or '.'. The error names the square: "board: square c3: 'q' found;
/// X, O or - expected".
Result<Diagram> parse_diagram(std::string_view text);

/// Returns the squares without blanks. `symbols` are those of Black, of White and of empty squares.
std::string write_diagram(const Diagram& diagram, std::string_view symbols = "XO-");

/// Returns 'X' for a black disc, 'O' for a white one and '.' for an empty square.
char disc_symbol(const Game& game, Square square) noexcept;

/// Draws the board with row 1 at the top, and names of rows and columns around it. The square of
/// the last move is in brackets. Lines end with '\n'.
std::string board_text(const Game& game);

}  // namespace trivium::reversi
