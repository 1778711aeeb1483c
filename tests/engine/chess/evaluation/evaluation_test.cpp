// The fast evaluation, the slow one and a sum over counted features are equal; and symmetries of
// the board.
#include "engine/chess/evaluation/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "tests/engine/chess/random_positions.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// Weights that are all different from zero, so that no term can be missing; `size` is the maximum
/// in pawns.
std::shared_ptr<const Weights> random_weights(std::uint64_t seed, double size) {
  Rng rng(seed);
  std::vector<double> pawns(kParameterCount);
  for (double& weight : pawns) weight = size * (2 * rng.unit() - 1);
  return Weights::from_pawns(pawns, "random");
}

/// The definition in features.h, as a learner uses it, from counts and weights only.
Value defined_value(const Position& position, const Weights& weights) {
  Extraction extraction;
  extract(position, extraction);
  if (extraction.known()) return *known_endgame(position);
  std::int64_t sum = 0;
  for (const Coefficient& coefficient : extraction.balance()) {
    const Tapered weight = weights[coefficient.feature];
    sum += coefficient.count * (std::int64_t{weight.middlegame()} * extraction.phase() +
                                std::int64_t{weight.endgame()} * (100 - extraction.phase()));
  }
  const long double centipawns =
      static_cast<long double>(sum * extraction.scale(sum >= 0 ? Color::kWhite : Color::kBlack)) /
      1'000'000;
  // Rounds halves away from zero.
  const auto white = static_cast<Value>(std::clamp(std::round(centipawns), -9999.0L, 9999.0L));
  return position.side_to_move() == Color::kWhite ? white : -white;
}

TEST_CASE(
    "the cached evaluation, the plain one and the definition are equal on 100,000 positions") {
  const auto weights = random_weights(1, 0.3);
  Evaluator evaluator;
  evaluator.set_weights(*weights);
  int different = 0, scaled = 0, known = 0;
  visit_random_positions(11, 100'000, [&](const Position& position) {
    const Value value = evaluate(position, *weights);
    if (evaluator.evaluate(position) != value || defined_value(position, *weights) != value) {
      ++different;
      INFO(to_fen(position));
      CHECK(evaluator.evaluate(position) == value);
      CHECK(defined_value(position, *weights) == value);
    }
    known += known_endgame(position).has_value();
    scaled += endgame_scale(position, Color::kWhite) != 100;
  });
  CHECK(different == 0);
  CHECK(known > 100);  // otherwise the paths were not covered
  CHECK(scaled > 100);
}

TEST_CASE("exchanging the colors keeps the value and exchanges the counts") {
  const auto weights = random_weights(2, 0.3);
  visit_random_positions(12, 3'000, [&](const Position& position) {
    const Position turned = turned_round(position);
    INFO(to_fen(position));
    CHECK(evaluate(turned, *weights) == evaluate(position, *weights));
    const FeatureCounts counts = count_features(position), exchanged = count_features(turned);
    CHECK(counts.white == exchanged.black);
    CHECK(counts.black == exchanged.white);
  });
}

TEST_CASE("mirroring left and right changes no count without castling rights") {
  int compared = 0;
  visit_random_positions(13, 3'000, [&](const Position& position) {
    if (position.has_castling_right(Color::kWhite) || position.has_castling_right(Color::kBlack))
      return;
    INFO(to_fen(position));
    const FeatureCounts counts = count_features(position),
                        exchanged = count_features(mirrored(position));
    CHECK(counts.white == exchanged.white);
    CHECK(counts.black == exchanged.black);
    ++compared;
  });
  CHECK(compared > 1'000);
}

TEST_CASE(
    "passing the turn changes only the counts of the tempo and of a king's race against a pawn") {
  visit_random_positions(14, 2'000, [&](const Position& position) {
    if (position.in_check()) return;
    Position passed = position;
    Undo undo;
    passed.do_null_move(undo);
    const FeatureCounts counts = count_features(position), counts_passed = count_features(passed);
    for (std::size_t k = 0; k < kFeatureCount; ++k) {
      const FeatureGroup group = group_of(static_cast<FeatureIndex>(k));
      if (group == "tempo"_group || group == "passer_unstoppable"_group) continue;
      if (counts.white[k] != counts_passed.white[k] || counts.black[k] != counts_passed.black[k]) {
        FAIL_CHECK(feature_name(static_cast<FeatureIndex>(k)), " in ", to_fen(position));
      }
    }
  });
}

TEST_CASE("an extra rook adds exactly a rook and its mobility") {
  // The rook attacks ten squares: the file, and the rank up to its king. The pawns prevent known
  // endgames.
  const Position position = position_of("4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1");
  CHECK(evaluate(position, *test_weights()) == 500 + 10 * 10);
}

TEST_CASE("middlegame and endgame weights are mixed by the remaining material") {
  WeightBuilder builder;
  builder.set("pawn"_group, 0, 1.0, 2.0);
  const auto weights = Weights::from_pawns(builder.pawns(), "test");
  CHECK(evaluate(position_of("r2qk2r/8/8/8/8/8/PP6/R2QK2R w - - 0 1"), *weights) ==
        2 * (100 * 68 + 200 * 32) / 100);
  CHECK(evaluate(position_of("rnbqkbnr/8/8/8/8/8/PP6/RNBQKBNR b - - 0 1"), *weights) == -200);
}

TEST_CASE("a sum beyond the limit stays below a known win") {
  const auto weights = Weights::from_pawns(plain_pawns(100).pawns(), "test");
  const Position position = position_of("4k3/4p3/8/8/8/8/PPPP4/QQQQK3 b - - 0 1");
  CHECK(evaluate(position, *weights) == -kMaxWeightedValue);
}

TEST_CASE("rounding goes to the nearest centipawn, halves away from zero") {
  CHECK(round_to_centipawns(499'999) == 0);
  CHECK(round_to_centipawns(500'000) == 1);
  CHECK(round_to_centipawns(-500'000) == -1);
  CHECK(round_to_centipawns(-1'499'999) == -1);
}

TEST_CASE("new weights clear the evaluator's cache") {
  const auto plain = test_weights();
  const auto other = Weights::from_pawns(plain_pawns(1.5).pawns(), "test");
  const Position position = position_of("r3k3/4p3/8/8/8/8/PPP1P3/R3K3 w - - 0 1");
  Evaluator evaluator;
  for (const auto& weights : {plain, other, plain}) {
    evaluator.set_weights(*weights);
    CHECK(evaluator.evaluate(position) == evaluate(position, *weights));
  }
  CHECK(evaluate(position, *plain) != evaluate(position, *other));
}

TEST_CASE("sums of maximum weights do not overflow") {
  const auto weights =
      Weights::from_pawns(std::vector<double>(kParameterCount, Weights::kMaxPawns), "test");
  visit_random_positions(15, 5'000, [&](const Position& position) {
    const FeatureCounts counts = count_features(position);
    std::int64_t size = 0;
    for (std::size_t k = 0; k < kFeatureCount; ++k)
      size += std::abs(counts.white[k]) + std::abs(counts.black[k]);
    CHECK(size * Weights::kUnitsPerPawn * 100 < std::numeric_limits<std::int32_t>::max());
    CHECK(evaluate(position, *weights) == defined_value(position, *weights));
  });
}

}  // namespace
}  // namespace trivium::chess
