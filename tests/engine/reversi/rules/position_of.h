// Positions and games of Reversi as text for tests.
#pragma once

#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

/// Optimal game from the proof that Reversi is a draw (Takizawa 2023, arXiv 2310.19387).
inline constexpr std::string_view kSolvedGame =
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
    "A3A4A1A2C1H2H1G2B8A8G7H8H7H6";

inline Position position_of(std::string_view obf) {
  const Result<Problem> problem = parse_obf(obf);
  REQUIRE(problem.has_value());
  return problem->position;
}

/// Squares from a1 up to the last one of `text`; the others are empty. For positions in which only
/// the first rows matter.
inline Position position_of_rows(std::string_view text, char side = 'X') {
  std::string squares(text);
  squares.resize(64, '-');
  return position_of(squares.append(" ").append(1, side));
}

inline Square square_of(std::string_view name) { return *parse_square(name, 8); }

inline Bitboard squares_of(std::initializer_list<std::string_view> names) {
  Bitboard squares = 0;
  for (const std::string_view name : names) squares |= bit(square_of(name));
  return squares;
}

inline GameRecord game_of(std::string_view transcript) {
  const Result<GameRecord> record = parse_transcript(transcript);
  REQUIRE(record.has_value());
  return *record;
}

}  // namespace trivium::reversi
