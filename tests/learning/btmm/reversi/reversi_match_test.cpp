// Matches of move strengths in Reversi: the better ones win, moves are sampled with their
// probabilities, and nothing but the seed decides.
#include "learning/btmm/reversi/reversi_match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"

namespace trivium::learning::btmm {
namespace {

using Strengths = std::shared_ptr<const reversi::MoveStrengths>;

/// Strengths in which a corner has the gamma `corner`, and its other squares are alike.
Strengths liking_corners(float corner) {
  const reversi::PatternSet set =
      *reversi::PatternSet::parse("use moves\nshape center d4 e4\nsquare\n");
  // A move into the corner shows which feature is its own.
  reversi::Position position;
  position.own = reversi::bit(2) | reversi::bit(27);    // c1, d4
  position.other = reversi::bit(1) | reversi::bit(28);  // b1, e4
  position.empty = ~(position.own | position.other);
  std::vector<float> gammas(set.features(), 1.0F);
  set.visit_move(position, 0, position.flips(0),
                 [&](reversi::FeatureId feature) { gammas[feature] = corner; });
  const std::vector<std::uint32_t> wins(set.features(), 1);
  format::WeightFile file;
  file.kind = reversi::kMoveStrengthsKind;
  file.schema = reversi::kMoveStrengthsSchema;
  file.tensors = reversi::strength_tensors(set, gammas, wins);
  return reversi::MoveStrengths::from_file(file);
}

/// Returns the share of the points that the first player won.
double score(const std::vector<MatchPair>& pairs) {
  const MatchScore all = score_of(pairs);
  return all.games.points() / static_cast<double>(all.games.games());
}

TEST_CASE("who likes corners beats who avoids them, as either side") {
  const Strengths corners = liking_corners(50.0F);
  const Strengths others = liking_corners(0.02F);
  const ReversiContestant one{corners.get(), {}};
  const ReversiContestant two{others.get(), {}};
  const std::vector<MatchPair> pairs = play_match(one, two, {}, 100, 1);
  CHECK(score(pairs) > 0.7);
  CHECK(score(play_match(two, one, {}, 100, 1)) < 0.3);
  int as_black = 0;
  int as_white = 0;
  for (const MatchPair& pair : pairs) {
    as_black += pair.as_black;
    as_white += pair.as_white;
    CHECK(pair.pieces > 2 * 14);
    CHECK(pair.pieces <= 2 * 64);
  }
  CHECK(as_black > 120);
  CHECK(as_white > 120);
}

TEST_CASE(
    "a match of Reversi is equal for any number of threads, a longer one begins with the games of "
    "a shorter one, and another seed gives other games") {
  const Strengths corners = liking_corners(3.0F);
  const Strengths others = liking_corners(1.0F);
  const ReversiContestant one{corners.get(), {}};
  const ReversiContestant two{others.get(), {2.0, false}};
  ReversiMatchOptions options;
  options.min_opening_plies = 0;
  const std::vector<MatchPair> pairs = play_match(one, two, options, 70, 1);
  std::vector<std::uint64_t> played;
  const auto report = [&played](std::uint64_t done) { played.push_back(done); };
  CHECK(play_match(one, two, options, 70, 3, report) == pairs);
  CHECK(played.back() == 70);
  CHECK(play_match(one, two, options, 10, 1) ==
        std::vector<MatchPair>(pairs.begin(), pairs.begin() + 10));
  options.seed = 2;
  CHECK(play_match(one, two, options, 70, 1) != pairs);
}

TEST_CASE("the strongest moves play the same game twice against themselves") {
  const Strengths corners = liking_corners(3.0F);
  const ReversiContestant one{corners.get(), {1.0, true}};
  const MatchScore all = score_of(play_match(one, one, {}, 30, 1));
  CHECK(all.pairs == statistics::PairCounts{0, 0, 30, 0, 0});
  CHECK(all.games.games() == 60);
}

TEST_CASE("moves are sampled with their probabilities, raised to the sharpness") {
  constexpr int kDraws = 20'000;
  const Strengths corners = liking_corners(4.0F);
  // The side to move can take a1 (flipping b1), or one of three squares that are no corner.
  reversi::Position position;
  for (const int own : {2, 20}) position.own |= reversi::bit(static_cast<reversi::Square>(own));
  for (const int other : {1, 19, 12, 28})
    position.other |= reversi::bit(static_cast<reversi::Square>(other));
  position.empty = ~(position.own | position.other);
  const std::vector<reversi::Move> moves = legal_moves(position);
  REQUIRE(moves.size() > 2);
  REQUIRE(moves.front() == 0);
  const std::vector<double> chances = move_probabilities(*corners, position);
  for (const double sharpness : {1.0, 2.0}) {
    Rng rng(5);
    std::array<int, 64> drawn{};
    for (int i = 0; i < kDraws; ++i)
      ++drawn[choose_move(*corners, {sharpness, false}, position, rng)];
    double sum = 0.0;
    for (const double chance : chances) sum += std::pow(chance, sharpness);
    int all = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const double expected = std::pow(chances[i], sharpness) / sum;
      CHECK(std::abs(drawn[moves[i]] / double{kDraws} - expected) < 0.015);
      all += drawn[moves[i]];
    }
    CHECK(all == kDraws);
  }
  Rng rng(5);
  CHECK(choose_move(*corners, {1.0, true}, position, rng) == 0);
  CHECK(choose_move(*corners, {100.0, false}, position, rng) == 0);
}

TEST_CASE("invalid options of a match of Reversi are rejected") {
  const Strengths corners = liking_corners(3.0F);
  ReversiContestant one{corners.get(), {}};
  ReversiMatchOptions options;
  options.min_opening_plies = 11;
  CHECK_THROWS_AS(play_match(one, one, options, 1, 1), std::invalid_argument);
  options = {};
  options.max_opening_plies = ReversiMatchOptions::kMaxOpeningPlies + 1;
  CHECK_THROWS_AS(play_match(one, one, options, 1, 1), std::invalid_argument);
  one.choice.sharpness = 0.0;
  CHECK_THROWS_AS(play_match(one, one, {}, 1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace trivium::learning::btmm
