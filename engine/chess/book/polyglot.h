// What a Polyglot book calls a position and a move: the 64-bit key and the 16-bit move of its entries.
//
// Source: Michel Van den Bergh, "Polyglot book format". An entry is 16 bytes, numbers highest byte first: key (8), move (2), weight (2),
// learn (4); entries are in order of key. Chess960 castling is written as the format's orthodox one, king takes rook.
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

/// The key of the game's present position.
std::uint64_t polyglot_key(const Game& game) noexcept;

/// The key of a position whose last move is not known. The format counts an en passant chance whenever a pawn stands beside the one that
/// just advanced two, even if taking it is not legal; a Position knows only the legal chances, so in that rare case the key is another one.
std::uint64_t polyglot_key(const Position& position) noexcept;

/// The key of a position in which the pawn on `advanced` has just advanced two squares.
std::uint64_t polyglot_key(const Position& position, Square advanced) noexcept;

std::uint16_t polyglot_move(Move move) noexcept;

/// The legal move that an entry means, or nothing; castling may be written as the king's two steps too, as some books have it.
std::optional<Move> move_of_polyglot(const Position& position, std::uint16_t move) noexcept;

}  // namespace trivium::chess
