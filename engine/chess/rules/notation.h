// Reads and writes positions and moves as text: FEN (also X-FEN and Shredder-FEN), UCI and SAN
// moves; writes readable board diagrams.
#pragma once

#include <string>
#include <string_view>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

inline constexpr std::string_view kStartFen =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Position start_position();

/// Castling letters on output: `kXFen` writes KQkq if unambiguous, else the file; `kShredder`
/// always the file (HAha).
enum class FenStyle { kXFen, kShredder };

/// Parses FEN, X-FEN or Shredder-FEN. The two counters may be missing. The error states the field
/// and the cause: "FEN: board: 'X' is not a piece". Removes an en passant square without a legal
/// capture. Also removes castling rights whose king or rook is not in place, because some board
/// editors write such rights. On success `*note`, if `note` is not null, is set to one line about
/// the removed rights, or to an empty string.
Result<Position> parse_fen(std::string_view text, std::string* note = nullptr);
std::string to_fen(const Position& position, FenStyle style = FenStyle::kXFen);

/// Returns a readable board from White's view: eight ranks, labels for files and ranks, lines ended
/// by '\n'.
std::string board_text(const Position& position);

/// Returns a move in UCI form: "e2e4", "e7e8q". Castling is "e1g1", or king takes rook ("e1h1") if
/// position.chess960(). The null move is "0000".
std::string to_uci(const Position& position, Move move);
/// Parses a legal move. Accepts castling in either form if unambiguous. The error states the cause:
/// "UCI move 'e2e5': not legal here".
Result<Move> parse_uci_move(const Position& position, std::string_view text);

/// Returns a move in SAN: "Nbxd7+", "O-O-O#", "exd8=Q". Requires: the move is legal.
std::string to_san(const Position& position, Move move);
/// Parses a legal move in SAN, tolerantly (0-0, e8Q, missing or extra x + # ! ?, long algebraic).
/// An ambiguous move is an error.
Result<Move> parse_san(const Position& position, std::string_view text);

/// Returns a square as "e4", or "-" for kNone.
std::string to_string(Square square);

}  // namespace trivium::chess
