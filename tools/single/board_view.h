// A board game as a page replays it: the pieces at the start, and the squares that each move
// changes. The rules libraries compute the changes, so that a page needs no rules.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/connect6/rules/board.h"
#include "engine/reversi/rules/game.h"

namespace trivium::tools {

/// A square is its column letter and its row number: "e4". A piece is "wK" or "bP" in chess (color,
/// letter of the piece), and "b" or "w" for a stone or a disc. Connect-6 uses the record form of
/// cells ("j10").
struct BoardView {
  struct Move {
    std::string text;     ///< SAN, "j10" or "f5"; "pass"
    std::string changes;  ///< "e2 e4wP": e2 becomes empty, e4 gets a white pawn
  };

  std::string game;  ///< "chess", "connect6" or "reversi"
  int columns = 8;
  int rows = 8;
  bool row_one_on_top = false;
  std::string start{};  ///< pieces in the start position: "a1wR b1wN ..."
  std::vector<Move> moves{};
};

/// Returns a game of chess. Requires: the moves are legal in sequence from `start`.
BoardView board_view(const chess::Position& start, std::span<const chess::Move> moves);
/// Returns a game of Connect-6, one move for each stone. Requires: the stones are legal.
BoardView board_view(int size, std::span<const connect6::Cell> stones);
/// Returns a game of Reversi, passes included.
BoardView board_view(const reversi::Game& game);

/// Returns {"game", "columns", "rows", "top", "start", "moves": [[text, changes], ...]}.
nlohmann::ordered_json to_json(const BoardView& view);

}  // namespace trivium::tools
