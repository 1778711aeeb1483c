#include "learning/reversi_value/games/openings.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"
#include "engine/reversi/player.h"

namespace trivium::learning::reversi_value {
namespace {

using reversi::Value;

OpeningOptions quick_openings() {
  OpeningOptions options;
  options.count = 10;
  options.plies = 5;
  options.nodes = 200;
  return options;
}

std::vector<std::vector<reversi::Move>> moves_in(const Openings& openings) {
  std::vector<std::vector<reversi::Move>> moves;
  for (const reversi::Game& game : openings.games) moves.push_back(game.moves());
  return moves;
}

/// Value of the last complete iteration of a search by mobility.
Value value_of(const reversi::Position& position, std::uint64_t nodes) {
  reversi::Player player;
  player.set_position(position);
  Limits limits;
  limits.nodes = nodes;
  const SearchControl control;
  Value value = 0;
  player.think(limits, control, [&value](const Report<reversi::Move>& report) {
    if (report.score.bound == Score::Bound::kExact) value = report.score.value;
  });
  return value;
}

TEST_CASE("an opening has the requested moves and a value within the bound") {
  const OpeningOptions options = quick_openings();
  const Openings openings = balanced_openings({}, options);
  REQUIRE(openings.games.size() == options.count);
  for (const reversi::Game& game : openings.games) {
    CHECK(game.position().discs() == 4 + options.plies);
    CHECK(std::abs(value_of(game.position(), options.nodes)) <= options.max_imbalance);
  }
}

TEST_CASE("a bound of all discs accepts every position, and a narrower one leaves some out") {
  OpeningOptions options = quick_openings();
  const Openings some = balanced_openings({}, options);
  CHECK(some.searched > some.games.size());
  options.max_imbalance = reversi::kMaxValue;
  options.count = some.searched;
  const Openings all = balanced_openings({}, options);
  CHECK(all.searched == all.games.size());
  const auto known = moves_in(all);
  for (const auto& moves : moves_in(some)) CHECK(std::ranges::count(known, moves) == 1);
}

TEST_CASE("openings are equal for any number of threads, and differ for another seed") {
  OpeningOptions options = quick_openings();
  const auto openings = moves_in(balanced_openings({}, options));
  options.threads = 3;
  CHECK(moves_in(balanced_openings({}, options)) == openings);
  options.seed = 2;
  CHECK(moves_in(balanced_openings({}, options)) != openings);
}

TEST_CASE("where all positions were judged, fewer openings are returned") {
  OpeningOptions options = quick_openings();
  options.plies = 3;
  options.count = 100;
  options.max_imbalance = reversi::kMaxValue;
  std::size_t reported = 0;
  const Openings openings = balanced_openings(
      {}, options, [&reported](std::size_t found, std::uint64_t) { reported = found; });
  CHECK(openings.games.size() == 14);  // positions after three moves, up to symmetry
  CHECK(openings.searched == 14);
  CHECK(reported == 14);
}

}  // namespace
}  // namespace trivium::learning::reversi_value
