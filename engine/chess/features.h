// The linear features of a chess position: their names, their order and how they are counted. Engine, `explain`, learners and weight
// files all use this list.
//
// Source: paper 002 (Wallbrink 2000), section 002 of the specification. Its first attribute, the material balance with Q9 R5 B3 N3 P1,
// is kept here as five counts, so that fixed piece ratios are one choice of weights and a learner may find others. Its second is
// mobility: the legal moves of a side, found for the side not on move by passing the turn (no en passant capture then; castling
// counts; a side in check counts its evasions). A move that takes the king is none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

enum class Feature : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kMobility };
inline constexpr std::size_t kFeatureCount = 6;
constexpr std::size_t index(Feature feature) noexcept { return static_cast<std::size_t>(feature); }

struct FeatureInfo {
  std::string_view name;     ///< as in weight files, `explain` and model cards
  std::string_view meaning;  ///< one line for a reader
};

inline constexpr std::array<FeatureInfo, kFeatureCount> kFeatures{{
    {"pawn", "pawns on the board"},
    {"knight", "knights on the board"},
    {"bishop", "bishops on the board"},
    {"rook", "rooks on the board"},
    {"queen", "queens on the board"},
    {"mobility", "legal moves if it were this side's turn"},
}};

/// What a weight file for these features says of itself. The schema number rises whenever a feature's meaning changes.
inline constexpr std::string_view kWeightsKind = "chess.linear";
inline constexpr int kWeightsSchema = 1;

/// The names of kFeatures in order, as models/format wants them.
std::vector<std::string> feature_names();

/// One count for each feature, in the order of Feature.
using FeatureVector = std::array<int, kFeatureCount>;

/// The features of both sides of one position.
struct FeatureCounts {
  FeatureVector white{};
  FeatureVector black{};

  /// a_k of paper 002: `view` minus its opponent.
  FeatureVector balance(Color view) const noexcept;
};

/// The one extractor. Exact for every position, also with the side to move in check.
FeatureCounts extract_features(const Position& position) noexcept;

/// The mobility of one side alone, as extract_features() counts it.
int mobility(const Position& position, Color side) noexcept;

}  // namespace trivium::chess
