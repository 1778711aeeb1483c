// Piece values implied by trained weights, and the table of paper 003 that compares them with a
// reference.
//
// Material weight alone does not determine a piece's value, since placement and mobility terms add
// to it. The value is therefore measured as the loss of the evaluation when the piece is removed.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "engine/chess/rules/position.h"

namespace trivium::learning::tdleaf {

inline constexpr std::array kPieceNames =
    std::to_array<std::string_view>({"pawn", "knight", "bishop", "rook", "queen"});

/// In centipawns, in the order of PieceType.
using PieceValues = std::array<double, kPieceNames.size()>;

/// Published values: pawn 100, knight 320, bishop 330, rook 500, queen 900 (Michniewski's
/// "simplified evaluation function", 1995).
inline constexpr PieceValues kPublishedPieces{100, 320, 330, 500, 900};

/// The material weights, mean of middlegame and endgame. `weights` as in linear_model.h.
PieceValues material(std::span<const double> weights) noexcept;
/// Sets them, both phases alike; the other weights stay.
void set_material(std::span<double> weights, const PieceValues& centipawns) noexcept;

/// Returns the mean loss when a piece of the kind is removed, over all such pieces in the
/// positions; 0 if there are none.
PieceValues piece_worth(std::span<const chess::Position> positions,
                        std::span<const double> weights);

/// The table in Markdown, values normalized so that a pawn is 100; a ratio needs a pawn of positive
/// value, else it is "-".
std::string piece_table(const PieceValues& learned, std::string_view heading);

}  // namespace trivium::learning::tdleaf
