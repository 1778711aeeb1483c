#include "engine/reversi/patterns/pattern_set.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/engine/reversi/patterns/random_game.h"
#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

PatternSet set_of(std::string_view text) {
  const Result<PatternSet> set = PatternSet::parse(text);
  REQUIRE_MESSAGE(set.has_value(), set.error().message);
  return *set;
}

std::string error_of(std::string_view text) {
  const Result<PatternSet> set = PatternSet::parse(text);
  return set ? std::string() : set.error().message;
}

/// Number of features of a shape in a set for values.
std::uint32_t features_of(std::string_view squares) {
  return set_of("shape s " + std::string(squares)).features();
}

std::vector<FeatureId> move_features(const PatternSet& set, const Position& position, Move move) {
  std::vector<FeatureId> features;
  set.visit_move(position, move, position.flips(move),
                 [&](FeatureId feature) { features.push_back(feature); });
  std::ranges::sort(features);
  return features;
}

TEST_CASE("a shape that a symmetry maps to itself has half of its contents as features") {
  CHECK(features_of("a1 b1 c1 a2 b2 c2 a3 b3 c3") == 10206);
  CHECK(features_of("a1 b1 c1 d1 a2 b2 c2 a3 b3 a4") == 29889);
  CHECK(features_of("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2") == 29646);
  CHECK(features_of("a2 b2 c2 d2 e2 f2 g2 h2") == 3321);
  CHECK(features_of("a2 b3 c4 d5 e6 f7 g8") == 1134);
  CHECK(features_of("a3 b4 c5 d6 e7 f8") == 378);
  CHECK(features_of("a4 b5 c6 d7 e8") == 135);
  CHECK(features_of("a5 b6 c7 d8") == 45);
  CHECK(features_of("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2") == 59049);
}

TEST_CASE("a shape has an instance for each different image") {
  CHECK(set_of("shape s a1 b2 c3").shapes()[0].instances.size() == 4);
  CHECK(set_of("shape s a1 b2 c3 d4 e5 f6 g7 h8").shapes()[0].instances.size() == 2);
  CHECK(set_of("shape s a1 b1 c1 a2 b2").shapes()[0].instances.size() == 8);
  CHECK(set_of("shape s a1 h1 a8 h8").shapes()[0].instances.size() == 1);
}

TEST_CASE("in a shape for moves, the move's square is empty and its place matters") {
  // Places 1 and 2 mirror each other: 3 contents of the other square.
  CHECK(set_of("use moves\nshape s a1 h1").features() == 3);
  // No symmetry maps b1 c1 to itself: 2 places.
  CHECK(set_of("use moves\nshape s b1 c1").features() == 6);
}

TEST_CASE("every named set can be parsed from its text") {
  for (const std::string_view name : PatternSet::names()) {
    const Result<PatternSet> set = PatternSet::named(name);
    REQUIRE(set.has_value());
    CHECK(set->name() == name);
    CHECK(set_of(set->text()) == *set);
  }
  CHECK(PatternSet::named("standard")->use() == PatternUse::kValue);
  CHECK(PatternSet::named("moves")->use() == PatternUse::kMoves);
  CHECK(PatternSet::named("other").error().code == "reversi.patterns.unknown");
}

TEST_CASE("stages divide the game by the number of discs") {
  const PatternSet set = set_of("stages 3\nshape s a1");
  CHECK(set.features() == 9);
  CHECK(set.stage(4) == 0);
  CHECK(set.stage(24) == 0);
  CHECK(set.stage(25) == 1);
  CHECK(set.stage(45) == 2);
  CHECK(set.stage(64) == 2);
}

TEST_CASE("errors in a definition name line and column") {
  CHECK(error_of("shape s a1 b9") == "patterns: line 1, column 12: a square expected, found 'b9'");
  CHECK(error_of("shape s a1 b1 a1").find("column 15: the same square twice") != std::string::npos);
  CHECK(error_of("shape s").find("at least one square") != std::string::npos);
  CHECK(error_of("shape s a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2").find("at most 10 squares") !=
        std::string::npos);
  CHECK(error_of("shape s a1\nshape s b1").find("line 2") != std::string::npos);
  CHECK(error_of("shape s a1\nstages 2").find("must come before") != std::string::npos);
  CHECK(error_of("shape s a1\nuse moves").find("must come before") != std::string::npos);
  CHECK(error_of("shape s a1\nflips 3").find("no counts of moves") != std::string::npos);
  CHECK(error_of("use moves\nshape s a1\nflips 99").find("not in 1 to 34") != std::string::npos);
  CHECK(error_of("use moves\nshape s a1\nflips 3\nshape t b1").find("line 4") != std::string::npos);
  CHECK(error_of("shape s a1\nfeatures 4").find("3 features, not 4") != std::string::npos);
  CHECK(error_of("shap s a1").find("did you mean shape?") != std::string::npos);
  CHECK(error_of("name x").find("at least one shape") != std::string::npos);
  CHECK(error_of("stages 62\nshape s a1").find("not in 1 to 61") != std::string::npos);
}

TEST_CASE("a move and its image under a symmetry of the board have the same features") {
  const PatternSet set = *PatternSet::named("moves");
  Rng rng(1);
  int moves = 0;
  visit_random_game(rng, [&](const Position& position, Move move, Bitboard) {
    if (move == kPass) return;
    ++moves;
    const std::vector<FeatureId> features = move_features(set, position, move);
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      CHECK(move_features(set, image_of(position, symmetry), image(move, symmetry)) == features);
    CHECK(std::ranges::all_of(features, [&](FeatureId id) { return id < set.features(); }));
  });
  CHECK(moves > 40);
}

TEST_CASE("counts of a move stop at the last code") {
  const PatternSet set = set_of("use moves\nshape s a1\nflips 2\nmobility 3\nsquare");
  const auto tables = set.tables();
  const Position start = Position::start();
  // Each first move flips a disc, leaves three replies and is on a square of one kind (d3).
  const FeatureId flips = tables[1].begin;
  const FeatureId mobility = tables[2].begin + 2;
  const FeatureId square = tables[3].begin + 8;
  for (const Move move : legal_moves(start))
    CHECK(move_features(set, start, move) == std::vector<FeatureId>{flips, mobility, square});
}

}  // namespace
}  // namespace trivium::reversi
