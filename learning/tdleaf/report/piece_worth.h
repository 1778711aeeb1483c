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

/// Returns the material weights, each the mean of middlegame and endgame. `weights` as in
/// linear_model.h.
PieceValues material(std::span<const double> weights) noexcept;
/// Sets the material weights of both phases. The other weights are unchanged.
void set_material(std::span<double> weights, const PieceValues& centipawns) noexcept;

/// Returns, for each kind of piece, the mean loss of its side's evaluation when one piece is
/// removed, over all such pieces in the positions. Positions are evaluated without castling rights.
/// 0 if there is no such piece.
PieceValues piece_worth(std::span<const chess::Position> positions,
                        std::span<const double> weights);

/// Returns a table in Markdown: `learned` in centipawns, normalized to a pawn of 100, and compared
/// with kPublishedPieces. Normalized values and ratios are "-" if the pawn's value is not positive.
std::string piece_table(const PieceValues& learned, std::string_view heading);

}  // namespace trivium::learning::tdleaf
