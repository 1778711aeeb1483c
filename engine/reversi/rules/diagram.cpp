#include "engine/reversi/rules/diagram.h"

#include <algorithm>

#include "engine/core/text.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kBlackSymbols = "Xx*Bb";
constexpr std::string_view kWhiteSymbols = "Oo0Ww";
constexpr std::string_view kEmptySymbols = "-.";

/// Returns the square with the number `index`, row by row, on a board of `size`.
Square square_at(std::size_t index, int size) noexcept {
  const int i = static_cast<int>(index);
  return static_cast<Square>(8 * (i / size) + i % size);
}

}  // namespace

Diagram Diagram::of(const Position& position, Color to_move) noexcept {
  const bool black = to_move == Color::kBlack;
  return {black ? position.own : position.other, black ? position.other : position.own,
          position.size()};
}

Position Diagram::position(Color to_move) const noexcept {
  const Bitboard empty = board_squares(size) & ~black & ~white;
  return to_move == Color::kBlack ? Position{black, white, empty} : Position{white, black, empty};
}

Status Diagram::check() const {
  const int discs = count(black | white);
  if (discs >= 4) return {};
  return Error{"board.discs",
               "board: " + text::counted(discs, "disc") + " found; at least 4 expected"};
}

Result<Diagram> parse_diagram(std::string_view text) {
  std::string squares;
  std::ranges::copy_if(text, std::back_inserter(squares),
                       [](char c) { return !text::is_blank(c); });
  const auto size = std::ranges::find_if(
      kSizes, [&squares](int s) { return static_cast<std::size_t>(s * s) == squares.size(); });
  if (size == kSizes.end())
    return Error{"board.length", "board: " + text::counted(squares.size(), "square") +
                                     " found; 64 expected (boards of 4 and 6: 16 and 36)"};
  Diagram diagram{.size = *size};
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const Square square = square_at(i, *size);
    if (kBlackSymbols.find(squares[i]) != std::string_view::npos) {
      diagram.black |= bit(square);
    } else if (kWhiteSymbols.find(squares[i]) != std::string_view::npos) {
      diagram.white |= bit(square);
    } else if (kEmptySymbols.find(squares[i]) == std::string_view::npos) {
      return Error{"board.square", "board: square " + move_name(square) + ": " +
                                       text::quoted(squares.substr(i, 1), 1) +
                                       " found; X, O or - expected"};
    }
  }
  if (Status status = diagram.check(); !status) return status.error();
  return diagram;
}

std::string write_diagram(const Diagram& diagram, std::string_view symbols) {
  std::string text;
  const auto squares = static_cast<std::size_t>(diagram.size * diagram.size);
  for (std::size_t i = 0; i < squares; ++i) {
    const Bitboard square = bit(square_at(i, diagram.size));
    text += symbols[(diagram.black & square) != 0 ? 0 : (diagram.white & square) != 0 ? 1 : 2];
  }
  return text;
}

char disc_symbol(const Game& game, Square square) noexcept {
  if ((game.discs(Color::kBlack) & bit(square)) != 0) return 'X';
  return (game.discs(Color::kWhite) & bit(square)) != 0 ? 'O' : '.';
}

std::string board_text(const Game& game) {
  const Move last = game.moves().empty() ? kPass : game.moves().back();
  std::string columns = "  ";
  for (int column = 0; column < game.size(); ++column)
    columns += {' ', static_cast<char>('a' + column), ' '};
  columns += '\n';
  std::string text = columns;
  for (int row = 0; row < game.size(); ++row) {
    const char name = static_cast<char>('1' + row);
    text += {' ', name};
    for (int column = 0; column < game.size(); ++column) {
      const auto square = static_cast<Square>(8 * row + column);
      const bool is_last = square == last;
      text += {is_last ? '[' : ' ', disc_symbol(game, square), is_last ? ']' : ' '};
    }
    text += {name, '\n'};
  }
  return text + columns;
}

}  // namespace trivium::reversi
