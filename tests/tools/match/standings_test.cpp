// Standings: counts checked by hand, independent of the order of games.
#include "tools/match/record/standings/standings.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "tests/tools/match/ended_game.h"

namespace trivium::match {
namespace {

using doctest::Approx;
using learning::statistics::GameCounts;
using learning::statistics::PairCounts;

struct Fed {
  ScheduledGame game;
  PlayedGame played;
};

ScheduledGame between(std::uint64_t encounter, int rotation, int first, int second) {
  ScheduledGame game;
  game.encounter = encounter;
  game.rotation = rotation;
  game.number = 2 * encounter + static_cast<std::uint64_t>(rotation);
  game.seats = {first, second};
  return game;
}

template <class T>
void shuffle(std::vector<T>& list, Rng& rng) {
  for (std::size_t i = list.size(); i > 1; --i)
    std::swap(list[i - 1], list[rng.below(static_cast<std::uint32_t>(i))]);
}

/// A round robin of four engines with random results and faults.
std::vector<Fed> random_tournament(Rng& rng) {
  const auto schedule = Schedule::make({.engines = 4, .rounds = 20});
  std::vector<Fed> games;
  for (std::uint64_t number = 0; number < schedule->size(); ++number) {
    PlayedGame played = ended(static_cast<Outcome>(static_cast<int>(rng.below(3)) - 1));
    if (played.for_first != Outcome::kDraw && rng.below(5) == 0) {
      played.ending = rng.below(2) == 0 ? Ending::kCrash : Ending::kTimeLoss;
      played.culprit = played.for_first == Outcome::kWin ? 1 : 0;
    }
    for (auto& left : played.closest_call) left = std::chrono::microseconds(rng.below(100'000));
    games.push_back({schedule->game(number), played});
  }
  return games;
}

Standings fed(const std::vector<Fed>& games) {
  Standings standings({"A", "B", "C", "D"}, 2);
  for (const Fed& game : games) standings.add(game.game, game.played);
  return standings;
}

}  // namespace

TEST_CASE("games are counted by pairing and color, pairs when both games are complete") {
  Standings standings({"A", "B", "C"}, 2);
  standings.add(between(0, 0, 0, 1), ended(Outcome::kWin));   // A beats B
  standings.add(between(1, 1, 2, 0), ended(Outcome::kDraw));  // C draws with A
  standings.add(between(0, 1, 1, 0), ended(Outcome::kDraw));  // B draws with A: a pair of 3/2
  standings.add(between(2, 0, 1, 0), ended(Outcome::kWin));   // B beats A; its pair is not complete
  CHECK(standings.games() == 4);

  const PairingScore a_b = standings.pairing(0, 1);
  CHECK(a_b.games == GameCounts{.wins = 1, .draws = 1, .losses = 1});
  CHECK(a_b.moving_first == GameCounts{.wins = 1});
  CHECK(a_b.pairs == PairCounts{0, 0, 0, 1, 0});
  const PairingScore b_a = standings.pairing(1, 0);
  CHECK(b_a.games == GameCounts{.wins = 1, .draws = 1, .losses = 1});
  CHECK(b_a.moving_first == GameCounts{.wins = 1, .draws = 1});
  CHECK(b_a.pairs == PairCounts{0, 1, 0, 0, 0});

  CHECK(standings.total(0).games == GameCounts{.wins = 1, .draws = 2, .losses = 1});
  CHECK(standings.points(0) == 2);
  CHECK(standings.points(2) == 0.5);
  CHECK(standings.pairing(1, 2) == PairingScore{});
}

TEST_CASE("faults count for their engine, whatever its seat, and the minimum time left is stored") {
  Standings standings({"A", "B"}, 2);
  PlayedGame crash = ended(Outcome::kWin);
  crash.ending = Ending::kCrash;
  crash.culprit = 1;
  crash.closest_call = {std::chrono::microseconds(700), std::chrono::microseconds(900)};
  standings.add(between(0, 0, 0, 1), crash);
  standings.add(between(0, 1, 1, 0), crash);
  PlayedGame resigned = ended(Outcome::kLoss);
  resigned.ending = Ending::kResignation;
  resigned.closest_call = {std::chrono::microseconds(-50), std::chrono::microseconds::max()};
  standings.add(between(1, 0, 0, 1), resigned);
  standings.add_fault(1, Ending::kStall, 3);
  CHECK(standings.engine(0).faults == std::map<Ending, std::uint64_t>{{Ending::kCrash, 1}});
  CHECK(standings.engine(1).faults ==
        std::map<Ending, std::uint64_t>{{Ending::kCrash, 1}, {Ending::kStall, 3}});
  CHECK(standings.engine(0).closest_call.count() == -50);
  CHECK(standings.engine(1).closest_call.count() == 700);
}

TEST_CASE("the order of games makes no difference") {
  Rng rng(6);
  std::vector<Fed> games = random_tournament(rng);
  const Standings in_order = fed(games);
  for (int round = 0; round < 10; ++round) {
    shuffle(games, rng);
    const Standings shuffled = fed(games);
    for (int engine = 0; engine < 4; ++engine) {
      CHECK(shuffled.total(engine) == in_order.total(engine));
      CHECK(shuffled.engine(engine) == in_order.engine(engine));
      CHECK(shuffled.ratings()[static_cast<std::size_t>(engine)].elo ==
            in_order.ratings()[static_cast<std::size_t>(engine)].elo);
      for (int opponent = 0; opponent < 4; ++opponent)
        CHECK(shuffled.pairing(engine, opponent) == in_order.pairing(engine, opponent));
    }
    CHECK(shuffled.sprt({}).llr == in_order.sprt({}).llr);
  }
}

TEST_CASE("the sequential test uses pairs if there are pairs, else games") {
  Standings pairs({"A", "B"}, 2);
  Standings single({"A", "B"}, 1);
  for (std::uint64_t i = 0; i < 30; ++i) {
    pairs.add(between(i, 0, 0, 1), ended(Outcome::kWin));
    pairs.add(between(i, 1, 1, 0), ended(i < 20 ? Outcome::kWin : Outcome::kLoss));
    single.add(between(i, 0, 0, 1), ended(i < 20 ? Outcome::kWin : Outcome::kLoss));
  }
  const learning::statistics::SprtTest test{.elo0 = 0, .elo1 = 30};
  CHECK(pairs.sprt(test).llr == learning::statistics::sprt(test, PairCounts{0, 0, 20, 0, 10}).llr);
  CHECK(single.sprt(test).llr ==
        learning::statistics::sprt(test, GameCounts{.wins = 20, .losses = 10}).llr);
}

TEST_CASE("winnings of a deal are averaged over its rotations, by engine and not by seat") {
  Standings standings({"A", "B"}, 2);
  // Two deals. A wins 300 and loses 100 in seat 0; with the seats exchanged it loses 200 and wins
  // 100.
  standings.add_block(between(0, 0, 0, 1),
                      std::vector<std::vector<double>>{{300, -300}, {-100, 100}},
                      std::vector<std::vector<double>>{{200, -200}, {-100, 100}});
  CHECK(standings.poker(0).hands == 2);
  CHECK(standings.poker(0).raw.count() == 0);  // an incomplete deal does not count yet
  standings.add_block(between(0, 1, 1, 0),
                      std::vector<std::vector<double>>{{200, -200}, {-100, 100}},
                      std::vector<std::vector<double>>{{200, -200}, {-100, 100}});
  CHECK(standings.poker(0).hands == 4);
  CHECK(standings.poker(0).raw.count() == 2);
  CHECK(standings.poker(0).raw.mean() == Approx((50 + 0) / 2.0));
  CHECK(standings.poker(0).raw.variance() == Approx(2 * 25.0 * 25.0));
  CHECK(standings.poker(0).expected.mean() == Approx(0));
  CHECK(standings.poker(1).raw.mean() == Approx(-25));
  CHECK(standings.poker(0, 1).raw.mean() == Approx(25));
  CHECK(standings.poker(1, 0).raw.mean() == Approx(-25));
  CHECK(standings.poker(1, 0).hands == 4);
}

TEST_CASE("blocks of tables of three give the same result in any order") {
  Rng rng(8);
  const auto schedule = Schedule::make({.engines = 4, .seats = 3, .rounds = 5, .games = 3});
  struct Block {
    ScheduledGame game;
    std::vector<std::vector<double>> won;
  };
  std::vector<Block> blocks;
  for (std::uint64_t number = 0; number < schedule->size(); ++number) {
    Block block{schedule->game(number), {}};
    for (int hand = 0; hand < 7; ++hand) {
      const double a = std::floor(rng.unit() * 2000) - 1000;
      const double b = std::floor(rng.unit() * 2000) - 1000;
      block.won.push_back({a, b, -a - b});
    }
    blocks.push_back(block);
  }
  const auto fed_with = [&] {
    Standings standings({"A", "B", "C", "D"}, 3);
    for (const Block& block : blocks) standings.add_block(block.game, block.won, block.won);
    return standings;
  };
  const Standings in_order = fed_with();
  double sum = 0;
  for (int engine = 0; engine < 4; ++engine) sum += in_order.poker(engine).raw.mean();
  CHECK(sum == Approx(0).scale(1));
  shuffle(blocks, rng);
  const Standings shuffled = fed_with();
  for (int engine = 0; engine < 4; ++engine) {
    CHECK(in_order.poker(engine).raw.count() == 3 * 5 * 7);  // three of the four tables of a round
    CHECK(shuffled.poker(engine).hands == in_order.poker(engine).hands);
    CHECK(shuffled.poker(engine).raw.mean() == Approx(in_order.poker(engine).raw.mean()));
    CHECK(shuffled.poker(engine).raw.standard_error() ==
          Approx(in_order.poker(engine).raw.standard_error()));
  }
}

TEST_CASE("if rotations have different lengths, only their common deals count") {
  Standings standings({"A", "B"}, 2);
  const std::vector<std::vector<double>> whole{{10, -10}, {30, -30}, {50, -50}};
  const std::vector<std::vector<double>> part{{10, -10}};
  standings.add_block(between(0, 0, 0, 1), whole, whole);
  standings.add_block(between(0, 1, 1, 0), part, part);
  standings.add_block(between(1, 0, 0, 1), part, part);
  standings.add_block(between(1, 1, 1, 0), whole, whole);
  CHECK(standings.poker(0).raw.count() == 2);
  CHECK(standings.poker(0).raw.mean() == 0);
  CHECK(standings.poker(0).hands == 8);
}

}  // namespace trivium::match
