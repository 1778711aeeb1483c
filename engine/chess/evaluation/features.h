// The linear features of a chess position: their names, their order, and what a position holds of each. Engine, `explain`, learners and
// weight files all use this list and the one extractor in extractor.h.
//
// The evaluation is linear and tapered (paper 003's V = theta . phi, with two weights a feature, one for the middlegame and one for the
// endgame, mixed by the material left):
//
//   score = scale/100 x sum over features of (white - black) x (middlegame x phase + endgame x (100 - phase)) / 100
//
// phase and scale are whole percents. phase depends on the position alone, scale on the position and on who is better (the sum's sign), so
// a learner sees a continuous function, linear on either side of 0, and takes scale for a constant.
//
// The terms are those of hand-written evaluations in general use (chessprogramming wiki: Evaluation; the guide to Stockfish 11's terms);
// none of their numbers are here.
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

/// What a weight file for these features says of itself. The schema number rises whenever a feature's meaning changes.
inline constexpr std::string_view kWeightsKind = "chess.linear";
inline constexpr int kWeightsSchema = 2;

/// Parameters: first all middlegame weights in the order of features, then all endgame weights.
inline constexpr std::size_t kParameterCount = 2 * kFeatureCount;

/// The group that `feature`, below kFeatureCount, belongs to.
FeatureGroup group_of(FeatureIndex feature) noexcept;

/// "knight_mobility[3]", or "tempo" where a group has one feature.
std::string feature_name(FeatureIndex feature);
/// The names of all parameters in order, as models/format wants them: "middlegame.tempo", ..., "endgame.knight_mobility[3]", ...
std::vector<std::string> parameter_names();

/// How much of the middlegame is on the board, in percent: 4 for a minor piece, 8 for a rook, 18 for a queen, at most 100.
int game_phase(const Position& position) noexcept;

/// A feature that is not balanced.
struct Coefficient {
  FeatureIndex feature = 0;
  std::int16_t count = 0;  ///< White's minus Black's, never 0
};

/// All that the evaluation of a position depends on, for learners: read-only once filled. No allocation.
class Extraction {
 public:
  /// In the order of features.
  std::span<const Coefficient> balance() const noexcept { return {balance_.data(), size_}; }
  int phase() const noexcept { return phase_; }  ///< percent
  /// Percent of the sum that counts if `better` is better; 100 unless the endgame is drawish (endgame_scale()).
  int scale(Color better) const noexcept { return scale_[static_cast<std::size_t>(index(better))]; }
  /// Whether exact endgame knowledge (endgames.h) answers instead, so that no weight has a say.
  bool known() const noexcept { return known_; }

 private:
  friend void extract(const Position& position, Extraction& extraction) noexcept;

  std::array<Coefficient, kFeatureCount> balance_;
  std::size_t size_ = 0;
  int phase_ = 0;
  std::array<int, 2> scale_{100, 100};
  bool known_ = false;
};

/// The slow path for learners; evaluate() computes the same sums. Replaces what `extraction` held.
void extract(const Position& position, Extraction& extraction) noexcept;

/// What each side has of each feature, for `explain` and tests: kFeatureCount numbers.
struct FeatureCounts {
  std::vector<std::int16_t> white;
  std::vector<std::int16_t> black;
};
FeatureCounts count_features(const Position& position);

}  // namespace trivium::chess
