// The 781 random numbers of Polyglot keys. They are facts of the file format: 768 for pieces on
// squares, 4 for castling rights, 8 for en passant files, 1 for White to move.
//
// Source: Michel Van den Bergh, "Polyglot book format" (book_format.html of the polyglot package).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace trivium::chess {

inline constexpr std::size_t kPolyglotNumbers = 781;
inline constexpr std::size_t kPolyglotCastling = 768;
inline constexpr std::size_t kPolyglotEnPassant = 772;
inline constexpr std::size_t kPolyglotTurn = 780;

extern const std::array<std::uint64_t, kPolyglotNumbers> kPolyglot;

}  // namespace trivium::chess
