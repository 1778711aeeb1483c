// Weights that were published, not learned: the yardstick of the chess engine.
//
// Source: paper 002 (Wallbrink 2000). Its material balance counts Q9 R5 B3 N3 P1. The weights it plays with are 5.0 a unit of material
// and 0.5 a legal move (its self-play experiment), so a legal move is worth a tenth of a pawn. The engine's unit is the pawn; the
// factor 5.0 is the steepness of that paper's move choice and is not part of an evaluation. The engine has no feature for the legal
// moves of a side; its mobility tables for knight, bishop, rook and queen (squares attacked, piece by piece) stand for it.
#pragma once

#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

/// A chess.linear file with the published values; its manifest says that nothing was learned.
format::WeightFile published_chess(const ToolIdentity& tool, const std::string& command);

/// The prose of its card.
CardText published_chess_card();

}  // namespace trivium::learning
