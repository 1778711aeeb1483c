// Matches of gammas: colors are exchanged, the better one wins, and nothing but the seed decides.
#include "learning/btmm/connect6/match.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <stdexcept>
#include <vector>

using namespace trivium::learning::btmm;
using namespace trivium;

namespace {

constexpr int kSize = 13;

/// Returns the share of the points that the first player won.
double score(const std::vector<MatchPair>& pairs) {
  double half_points = 0.0;
  for (const MatchPair& pair : pairs) half_points += pair.as_black + pair.as_white;
  return half_points / 4.0 / static_cast<double>(pairs.size());
}

/// Patterns that prefer stones beside own ones, with the gamma `liking` for each such neighbor.
struct Builder {
  explicit Builder(double liking)
      : layout(*connect6::PatternSet::parse("player no\nline row+column+rising+falling 2\n"),
               kSize) {
    for (std::uint32_t code = 0; code < 9; ++code)
      gammas.push_back((code % 3 == 1 ? liking : 1.0) * (code / 3 == 1 ? liking : 1.0));
  }
  Contestant contestant(bool strongest = false) const {
    return {&layout, gammas, {1.0, strongest}};
  }

  connect6::PatternLayout layout;
  std::vector<double> gammas;
};

MatchOptions short_games() {
  MatchOptions options;
  options.game.max_stones = 101;
  return options;
}

}  // namespace

TEST_CASE("a line builder beats a random player, as either side") {
  const Builder builder(6.0);
  const Builder anywhere(1.0);
  const std::vector<MatchPair> pairs =
      play_match(builder.contestant(), anywhere.contestant(), short_games(), 40, 1);
  CHECK(score(pairs) > 0.75);
  CHECK(score(play_match(anywhere.contestant(), builder.contestant(), short_games(), 40, 1)) <
        0.25);
  int as_black = 0;
  int as_white = 0;
  for (const MatchPair& pair : pairs) {
    as_black += pair.as_black;
    as_white += pair.as_white;
    CHECK(pair.pieces <= 2 * 101);
  }
  CHECK(as_black > 50);
  CHECK(as_white > 50);
}

TEST_CASE(
    "a match is equal for any number of threads, a longer one begins with the games of a shorter "
    "one, and another seed gives other games") {
  const Builder one(4.0);
  const Builder two(2.0);
  MatchOptions options = short_games();
  const std::vector<MatchPair> pairs =
      play_match(one.contestant(), two.contestant(), options, 70, 1);
  std::vector<std::uint64_t> played;
  const auto report = [&played](std::uint64_t done) { played.push_back(done); };
  CHECK(play_match(one.contestant(), two.contestant(), options, 70, 3, report) == pairs);
  CHECK(played.size() == 70);
  CHECK(played.back() == 70);
  CHECK(play_match(one.contestant(), two.contestant(), options, 10, 1) ==
        std::vector<MatchPair>(pairs.begin(), pairs.begin() + 10));
  options.seed = 2;
  CHECK(play_match(one.contestant(), two.contestant(), options, 70, 1) != pairs);
}

TEST_CASE(
    "a player that takes the strongest stone plays the same game twice against itself, so every "
    "pair is even") {
  const Builder builder(8.0);
  for (const MatchPair& pair :
       play_match(builder.contestant(true), builder.contestant(true), short_games(), 20, 1)) {
    CHECK(pair.as_black + pair.as_white == 2);
    CHECK(pair.pieces % 2 == 0);
  }
}

TEST_CASE("invalid options of a match are rejected") {
  const Builder builder(2.0);
  MatchOptions options;
  options.game.min_opening_stones = 3;
  options.game.max_opening_stones = 2;
  CHECK_THROWS_AS(play_match(builder.contestant(), builder.contestant(), options, 1, 1),
                  std::invalid_argument);
  Contestant blunt = builder.contestant();
  blunt.choice.sharpness = 0.0;
  CHECK_THROWS_AS(play_match(blunt, builder.contestant(), short_games(), 1, 1),
                  std::invalid_argument);
}
