// What pieces are worth by learned weights, and the table of paper 003 that sets them against a reference: learned / reference / ratio.
//
// The material weight of a piece is one term among others: where it stands and how freely it moves count too, and only their sum is
// determined by games. So the worth of a piece is measured, as what its side loses when it is taken off the board.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/chess/rules/position.h"

namespace trivium::learning::tdleaf {

inline constexpr std::array kPieceNames = std::to_array<std::string_view>({"pawn", "knight", "bishop", "rook", "queen"});

/// In centipawns, in the order of PieceType.
using PieceValues = std::array<double, kPieceNames.size()>;

/// Published values: pawn 100, knight 320, bishop 330, rook 500, queen 900 (Michniewski's "simplified evaluation function", 1995).
inline constexpr PieceValues kPublishedPieces{100, 320, 330, 500, 900};

/// The material weights, mean of middlegame and endgame. `weights` as in linear_model.h.
PieceValues material(std::span<const double> weights) noexcept;
/// Sets them, both phases alike; the other weights stay.
void set_material(std::span<double> weights, const PieceValues& centipawns) noexcept;

/// The mean loss when a piece of the kind is taken off, over all pieces in the positions; 0 where there is none of the kind.
PieceValues piece_worth(std::span<const chess::Position> positions, std::span<const double> weights);

/// The table in Markdown, values normalised so that a pawn is 100; a ratio needs a pawn of positive value, else it is "-".
std::string piece_table(const PieceValues& learned, std::string_view heading);

}  // namespace trivium::learning::tdleaf
