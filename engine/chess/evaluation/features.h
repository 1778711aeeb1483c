// Linear features of a chess position: names, order and counts. Engine, `explain`, learners and
// weight files all use this list and the extractor in extractor.h.
//
// The evaluation is linear and tapered (paper 003: V = theta . phi). Each feature has two weights,
// one for the middlegame and one for the endgame, interpolated by the remaining material:
//
//   score = scale/100 x sum over features of (white - black) x weight
//   weight = (middlegame x phase + endgame x (100 - phase)) / 100
//
// phase and scale are whole percents. phase depends on the position only; scale depends on the
// position and on the better side (the sign of the sum). So a learner sees a continuous function,
// linear on either side of 0, and treats scale as a constant.
//
// The terms are those of common hand-written evaluations (chessprogramming wiki: Evaluation; the
// guide to Stockfish 11's terms). None of their values are used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/feature_groups.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Kind and schema of weight files for these features. The schema number rises whenever a feature's
/// meaning changes.
inline constexpr std::string_view kWeightsKind = "chess.linear";
inline constexpr int kWeightsSchema = 2;

/// Parameters: first all middlegame weights in the order of features, then all endgame weights.
inline constexpr std::size_t kParameterCount = 2 * kFeatureCount;

/// Returns the group of `feature`. Requires: `feature` < kFeatureCount.
FeatureGroup group_of(FeatureIndex feature) noexcept;

/// Returns "knight_mobility[3]", or "tempo" for a group of one feature.
std::string feature_name(FeatureIndex feature);
/// Returns the names of all parameters in the order of models/format: "middlegame.tempo", ...,
/// "endgame.knight_mobility[3]", ...
std::vector<std::string> parameter_names();

/// Returns the share of the middlegame in percent: 4 for each minor piece, 8 for a rook, 18 for a
/// queen, at most 100.
int game_phase(const Position& position) noexcept;

/// A feature whose counts differ between the sides.
struct Coefficient {
  FeatureIndex feature = 0;
  std::int16_t count = 0;  ///< White's minus Black's, never 0
};

/// All inputs of a position's evaluation, for learners. Read-only once filled. Allocates nothing.
class Extraction {
 public:
  /// Coefficients in the order of features.
  std::span<const Coefficient> balance() const noexcept { return {balance_.data(), size_}; }
  int phase() const noexcept { return phase_; }  ///< percent
  /// Percent of the sum that remains if `better` is the better side; 100 unless the endgame is
  /// drawish (endgame_scale()).
  int scale(Color better) const noexcept { return scale_[static_cast<std::size_t>(index(better))]; }
  /// True if exact endgame knowledge (endgames.h) gives the value, so that no weight matters.
  bool known() const noexcept { return known_; }

 private:
  friend void extract(const Position& position, Extraction& extraction) noexcept;

  std::array<Coefficient, kFeatureCount> balance_;
  std::size_t size_ = 0;
  int phase_ = 0;
  std::array<int, 2> scale_{100, 100};
  bool known_ = false;
};

/// Fills `extraction`. The slow path, for learners; evaluate() computes the same sums.
void extract(const Position& position, Extraction& extraction) noexcept;

/// Counts of each side, kFeatureCount numbers each, for `explain` and tests.
struct FeatureCounts {
  std::vector<std::int16_t> white;
  std::vector<std::int16_t> black;
};
FeatureCounts count_features(const Position& position);

}  // namespace trivium::chess
