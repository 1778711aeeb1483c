// Keys and moves of Polyglot books: the 64-bit key of a position and the 16-bit code of a move.
//
// An entry has 16 bytes with big-endian numbers: key (8), move (2), weight (2), learn (4). Entries
// are sorted by key. Castling is written as "king takes rook", also in Chess960.
//
// Source: Michel Van den Bergh, "Polyglot book format".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

struct PolyglotEntry {
  std::uint64_t key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
  std::uint32_t learn = 0;

  friend bool operator==(const PolyglotEntry&, const PolyglotEntry&) = default;
};
inline constexpr std::size_t kPolyglotEntryBytes = 16;

/// Returns the key of the game's present position.
std::uint64_t polyglot_key(const Game& game) noexcept;

/// Returns the key of a position whose last move is unknown. The format counts an en passant square
/// whenever an enemy pawn stands beside the pawn that advanced two squares, even if the capture is
/// illegal. A Position stores legal en passant captures only, so in that rare case the key differs.
std::uint64_t polyglot_key(const Position& position) noexcept;

/// Returns the key of a position in which the pawn on `advanced` has just advanced two squares.
std::uint64_t polyglot_key(const Position& position, Square advanced) noexcept;

std::uint16_t polyglot_move(Move move) noexcept;

/// Returns the legal move that an entry means, or nothing. Outside Chess960 it also accepts
/// castling written as the king's two-square move, which some books use.
std::optional<Move> move_of_polyglot(const Position& position, std::uint16_t move) noexcept;

}  // namespace trivium::chess
