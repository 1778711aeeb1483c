// Positions and moves as text: FEN (also X-FEN and Shredder-FEN), UCI and SAN moves, for reading
// and writing; and readable board diagrams.
#pragma once

#include <string>
#include <string_view>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Position start_position();

/// Castling letters on output: `kXFen` writes KQkq where that is clear, else the file; `kShredder` always the file (HAha).
enum class FenStyle { kXFen, kShredder };

/// Reads FEN, X-FEN or Shredder-FEN. The two counters may be missing. The error states the field
/// and the cause: "FEN: board: 'X' is no piece". Drops an en passant square without a legal
/// capture, and castling rights without king or rook in place, which board editors leave behind.
/// `note`, if not null, is one line about these rights, or empty.
Result<Position> parse_fen(std::string_view text, std::string* note = nullptr);
std::string to_fen(const Position& position, FenStyle style = FenStyle::kXFen);

/// Returns a readable board from White's view: eight ranks with labels for files and ranks; lines
/// ended by '\n'.
std::string board_text(const Position& position);

/// "e2e4", "e7e8q"; castling as "e1g1", or as king takes rook ("e1h1") when position.chess960().
std::string to_uci(const Position& position, Move move);
/// A legal move. Castling is understood in either form where that is unambiguous. The error says why: "UCI move 'e2e5': not legal here".
Result<Move> parse_uci_move(const Position& position, std::string_view text);

/// "Nbxd7+", "O-O-O#", "exd8=Q".
std::string to_san(const Position& position, Move move);
/// A legal move in SAN, taken generously (0-0, e8Q, missing or extra x + # ! ?, long algebraic); an ambiguous one is an error.
Result<Move> parse_san(const Position& position, std::string_view text);

/// A square as "e4", or "-" for kNone.
std::string to_string(Square square);

}  // namespace trivium::chess
