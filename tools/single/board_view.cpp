#include "tools/single/board_view.h"

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::tools {
namespace {

/// Pieces by square, column + columns * row; an empty text is an empty square.
using Pieces = std::vector<std::string_view>;

constexpr std::array<std::string_view, 13> kChessPieces{"wP", "bP", "wN", "bN", "wB", "bB", "wR",
                                                        "bR", "wQ", "bQ", "wK", "bK", ""};
static_assert(kChessPieces.size() == static_cast<std::size_t>(chess::Piece::kNone) + 1);

Pieces pieces_of(const chess::Position& position) {
  Pieces pieces;
  for (int square = 0; square < 64; ++square) {
    const chess::Piece piece = position.piece_on(static_cast<chess::Square>(square));
    pieces.push_back(kChessPieces[static_cast<std::size_t>(chess::index(piece))]);
  }
  return pieces;
}

Pieces pieces_of(const connect6::Board& board) {
  constexpr std::array<std::string_view, 3> kStones{"", "b", "w"};
  Pieces pieces;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const connect6::Stone stone = board.at(static_cast<connect6::Cell>(cell));
    pieces.push_back(kStones[static_cast<std::size_t>(connect6::index(stone))]);
  }
  return pieces;
}

Pieces pieces_of(const reversi::Game& game) {
  const reversi::Bitboard black = game.discs(reversi::Color::kBlack);
  const reversi::Bitboard white = game.discs(reversi::Color::kWhite);
  Pieces pieces;
  for (int row = 0; row < game.size(); ++row) {
    for (int column = 0; column < game.size(); ++column) {
      const reversi::Bitboard square = reversi::bit(static_cast<reversi::Square>(8 * row + column));
      pieces.push_back((black & square) != 0 ? "b" : (white & square) != 0 ? "w" : "");
    }
  }
  return pieces;
}

/// Returns the squares whose pieces differ, with their new pieces.
std::string changes_between(const Pieces& before, const Pieces& after, int columns) {
  std::string changes;
  for (std::size_t square = 0; square < after.size(); ++square) {
    if (before[square] == after[square]) continue;
    const int column = static_cast<int>(square) % columns;
    const int row = static_cast<int>(square) / columns;
    if (!changes.empty()) changes += ' ';
    changes += static_cast<char>('a' + column);
    changes += std::to_string(row + 1);
    changes += after[square];
  }
  return changes;
}

/// Plays `moves` from `position` and adds them to `view`. name(position, move) returns the text of
/// a move before it is played.
template <class Position, class Moves, class Name>
BoardView replayed(BoardView view, Position position, const Moves& moves, Name name) {
  Pieces pieces = pieces_of(position);
  view.start = changes_between(Pieces(pieces.size()), pieces, view.columns);
  for (const auto move : moves) {
    std::string text = name(position, move);
    position.do_move(move);
    const Pieces before = std::exchange(pieces, pieces_of(position));
    view.moves.push_back({std::move(text), changes_between(before, pieces, view.columns)});
  }
  return view;
}

}  // namespace

BoardView board_view(const chess::Position& start, std::span<const chess::Move> moves) {
  return replayed({.game = "chess"}, start, moves, chess::to_san);
}

BoardView board_view(int size, std::span<const connect6::Cell> stones) {
  return replayed({.game = "connect6", .columns = size, .rows = size}, connect6::Board(size),
                  stones, [size](const connect6::Board& /*board*/, connect6::Cell cell) {
                    return connect6::record_vertex(cell, size);
                  });
}

BoardView board_view(const reversi::Game& game) {
  return replayed(
      {.game = "reversi", .columns = game.size(), .rows = game.size(), .row_one_on_top = true},
      reversi::Game(game.start(), game.first()), game.moves(),
      [](const reversi::Game& /*game*/, reversi::Move move) { return reversi::move_name(move); });
}

nlohmann::ordered_json to_json(const BoardView& view) {
  nlohmann::ordered_json moves = nlohmann::ordered_json::array();
  for (const BoardView::Move& move : view.moves)
    moves.push_back(nlohmann::ordered_json::array({move.text, move.changes}));
  return {{"game", view.game},          {"columns", view.columns}, {"rows", view.rows},
          {"top", view.row_one_on_top}, {"start", view.start},     {"moves", std::move(moves)}};
}

}  // namespace trivium::tools
