#include "engine/reversi/patterns/move_strengths.h"

#include <cmath>
#include <doctest/doctest.h>
#include <numeric>
#include <vector>

#include "models/format/load_error.h"
#include "tests/engine/reversi/patterns/random_game.h"
#include "tests/temporary_folder.h"

namespace trivium::reversi {
namespace {

constexpr std::string_view kSmallSet =
    "use moves\nstages 2\nshape edge a1 b1 c1 d1\nflips 4\nsquare\n";

/// Returns a file in which feature `i` has the gamma `gamma(i)` and `i` wins.
template <class Gamma>
format::WeightFile file_with(const Gamma& gamma) {
  const PatternSet set = *PatternSet::parse(kSmallSet);
  std::vector<float> gammas;
  std::vector<std::uint32_t> wins;
  for (FeatureId i = 0; i < set.features(); ++i) {
    gammas.push_back(gamma(i));
    wins.push_back(i);
  }
  format::WeightFile file;
  file.kind = kMoveStrengthsKind;
  file.schema = kMoveStrengthsSchema;
  file.tensors = strength_tensors(set, gammas, wins);
  return file;
}

std::shared_ptr<const MoveStrengths> loaded(const format::WeightFile& file) {
  const TemporaryFolder folder;
  return MoveStrengths::load(format::write_weight_file(folder.path() / "btmm.safetensors", file));
}

float some_gamma(FeatureId i) { return 0.5F + static_cast<float>(i % 7); }

TEST_CASE("gammas of moves are unchanged after writing and reading") {
  const auto strengths = loaded(file_with(some_gamma));
  REQUIRE(strengths->gammas().size() == strengths->set().features());
  for (FeatureId i = 0; i < strengths->set().features(); ++i) {
    CHECK(strengths->gammas()[i] == some_gamma(i));
    CHECK(strengths->wins()[i] == i);
  }
}

TEST_CASE("gammas outside their limits are rejected") {
  for (const float gamma : {kMinGamma, kMaxGamma})
    CHECK_NOTHROW((void)loaded(file_with([&](FeatureId) { return gamma; })));
  for (const float gamma : {0.0F, -1.0F, kMinGamma / 2, kMaxGamma * 2})
    CHECK_THROWS_AS((void)loaded(file_with([&](FeatureId) { return gamma; })), format::LoadError);
}

TEST_CASE("the probability of a move is its share of the products of gammas") {
  const auto strengths = loaded(file_with(some_gamma));
  Rng rng(11);
  visit_random_game(rng, [&](const Position& position, Move, Bitboard) {
    const std::vector<Move> moves = legal_moves(position);
    const std::vector<double> probabilities = move_probabilities(*strengths, position);
    REQUIRE(probabilities.size() == moves.size());
    CHECK(std::accumulate(probabilities.begin(), probabilities.end(), 0.0) == doctest::Approx(1.0));
    if (moves.size() < 2) return;
    std::vector<double> products;
    for (const Move move : moves) {
      double product = 1;
      strengths->set().visit_move(position, move, position.flips(move),
                                  [&](FeatureId feature) { product *= some_gamma(feature); });
      products.push_back(product);
      CHECK(strengths->log_strength(position, move, position.flips(move)) ==
            doctest::Approx(std::log(product) * MoveStrengths::kUnitsPerLog).epsilon(0.01));
    }
    const double sum = std::accumulate(products.begin(), products.end(), 0.0);
    for (std::size_t i = 0; i < moves.size(); ++i)
      CHECK(probabilities[i] == doctest::Approx(products[i] / sum));
  });
}

}  // namespace
}  // namespace trivium::reversi
