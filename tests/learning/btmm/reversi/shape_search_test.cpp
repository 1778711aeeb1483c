// Shapes chosen by the evidence of held-out games, the pool that they come from, and their changes.
#include "learning/btmm/reversi/shape_search.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <initializer_list>
#include <set>
#include <utility>
#include <vector>

#include "engine/reversi/patterns/shape.h"
#include "learning/btmm/reversi/reversi_source.h"
#include "learning/btmm/reversi/shape_pool.h"
#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/learning/reversi_value/random_games.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::btmm {
namespace {

using reversi::Bitboard;

Bitboard squares_of(std::initializer_list<int> squares) {
  Bitboard set = 0;
  for (const int square : squares) set |= Bitboard{1} << square;
  return set;
}

/// Random games in which the side to move takes one of the squares of `liked` when it can.
ReversiGameSet biased_games(std::size_t count, Bitboard liked) {
  records::ReversiGames games;
  Rng rng(3);
  for (std::size_t i = 0; i < count; ++i) {
    records::ReversiGame& game = games.games.emplace_back();
    reversi::Position position = reversi::Position::start();
    for (auto moves = legal_moves(position); !moves.empty(); moves = legal_moves(position)) {
      const Bitboard wanted = position.moves() & liked;
      game.moves.push_back(wanted != 0
                               ? reversi::first_square(wanted)
                               : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      position.do_move(game.moves.back());
    }
  }
  return {std::move(games), {1, 0.3}, "games"};
}

ShapeOptions small_search(ShapeMethod method) {
  ShapeOptions options;
  options.method = method;
  options.shapes = 2;
  options.max_squares = 2;
  options.stages = 1;
  options.steps = 5;
  return options;
}

void check_equal(const ShapeResult& one, const ShapeResult& other) {
  CHECK(one.shapes == other.shapes);
  CHECK(one.evidence == other.evidence);
  CHECK(one.curve == other.curve);
}

TEST_CASE("the pool has segments of lines and rectangles, each once for all its images") {
  const std::vector<Bitboard> pairs = shape_pool(2);
  CHECK(pairs.size() == 16 + 16);  // up to symmetry, of rows and of diagonals
  const std::vector<Bitboard> shapes = shape_pool(8);
  CHECK(std::set(shapes.begin(), shapes.end()).size() == shapes.size());
  for (const Bitboard shape : shapes) {
    CHECK(shape == canonical(shape));
    CHECK(reversi::count(shape) >= 2);
    CHECK(reversi::count(shape) <= 8);
  }
  const auto has = [&](std::initializer_list<int> squares) {
    return std::ranges::find(shapes, canonical(squares_of(squares))) != shapes.end();
  };
  CHECK(has({0, 1, 2, 3, 4, 5, 6, 7}));         // an edge
  CHECK(has({56, 48, 40}));                     // a part of another edge
  CHECK(has({7, 14, 21, 28, 35, 42, 49, 56}));  // a diagonal
  CHECK(has({0, 1, 2, 3, 8, 9, 10, 11}));       // two rows of four
  CHECK_FALSE(has({0, 1, 8}));
}

TEST_CASE("all images of a shape have the same canonical form") {
  const Bitboard shape = squares_of({1, 10, 20, 23});
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    Bitboard image = 0;
    for (const int square : {1, 10, 20, 23})
      image |= reversi::bit(reversi::image(static_cast<reversi::Square>(square), symmetry));
    CHECK(canonical(image) == canonical(shape));
  }
}

TEST_CASE("a changed shape has at most one square less and one more, and at least two") {
  Rng rng(9);
  for (const int max_squares : {2, 3, 6}) {
    Bitboard shape = canonical(squares_of({0, 1}));
    std::set<int> sizes;
    for (int i = 0; i < 200; ++i) {
      const Bitboard next = changed_shape(shape, max_squares, rng);
      CHECK(next == canonical(next));
      CHECK(std::abs(reversi::count(next) - reversi::count(shape)) <= 1);
      CHECK(reversi::count(next) >= 2);
      CHECK(reversi::count(next) <= max_squares);
      sizes.insert(reversi::count(next));
      shape = next;
    }
    CHECK(static_cast<int>(sizes.size()) == max_squares - 1);
  }
}

TEST_CASE("the definition of shapes is a set for moves with these shapes and all counts") {
  const std::vector<Bitboard> shapes = {squares_of({0, 1}), squares_of({9, 18, 27})};
  const auto set = reversi::PatternSet::parse(definition_of(shapes, 3));
  REQUIRE(set);
  CHECK(set->use() == reversi::PatternUse::kMoves);
  CHECK(set->stages() == 3);
  REQUIRE(set->shapes().size() == 2);
  CHECK(set->shapes()[1].squares == std::vector<reversi::Square>{9, 18, 27});
  CHECK(set->counts().size() == 3);
}

TEST_CASE("shapes that are chosen greedily predict the moves of held-out games") {
  const ReversiGameSet games = biased_games(15, squares_of({2, 16, 47, 61}));  // c1, a3, h6, f8
  const ShapeResult result = choose_shapes(games, small_search(ShapeMethod::kGreedy), "data");
  REQUIRE_FALSE(result.curve.empty());
  CHECK(result.shapes.size() <= 2);
  CHECK(result.evidence == result.curve.back().best);
  const auto set = reversi::PatternSet::parse(result.definition);
  REQUIRE(set);
  const ReversiSource source(games, *set);
  const std::vector<double> ones(source.features(), 1.0);
  CHECK(result.evidence >
        source.mean_log_evidence(records::Role::kHeldOut, ones, Shards(1, 1)) + 0.01);
}

TEST_CASE("annealing never loses the best set that it found") {
  const ReversiGameSet games = biased_games(12, squares_of({2}));
  ShapeOptions options = small_search(ShapeMethod::kAnnealing);
  options.max_squares = 4;
  options.steps = 12;
  const ShapeResult result = choose_shapes(games, options, "data");
  REQUIRE(result.curve.size() == 12);
  CHECK(result.shapes.size() == 2);
  for (std::size_t i = 0; i < result.curve.size(); ++i) {
    CHECK(result.curve[i].best >= result.curve[i].evidence);
    if (i > 0) CHECK(result.curve[i].best >= result.curve[i - 1].best);
  }
  CHECK(result.evidence == result.curve.back().best);
}

TEST_CASE("any number of threads chooses the same shapes, and so does a resumed search") {
  const ReversiGameSet games = biased_games(12, squares_of({2, 61}));
  for (const ShapeMethod method : {ShapeMethod::kGreedy, ShapeMethod::kAnnealing}) {
    ShapeOptions options = small_search(method);
    options.snapshot_seconds = 0;
    const ShapeResult whole = choose_shapes(games, options, "data");
    options.threads = 3;
    check_equal(choose_shapes(games, options, "data"), whole);

    const TemporaryFolder folder;
    options.checkpoint_folder = folder.path();
    const auto kill = [](const ShapeRow& row) {
      if (row.step == 2) throw Killed{};
    };
    REQUIRE(whole.curve.size() >= 2);
    CHECK_THROWS_AS(choose_shapes(games, options, "data", kill), Killed);
    options.resume = true;
    check_equal(choose_shapes(games, options, "data"), whole);
    check_curve(folder.path(), steps_between(1, whole.curve.size()), {"held_out", "best_held_out"});
    CHECK_THROWS_AS(choose_shapes(games, options, "other data"), format::LoadError);
  }
}

TEST_CASE("shapes cannot be compared without held-out games") {
  const ReversiGameSet games(reversi_value::random_games(3), {1, 0.0}, "all.wtb");
  CHECK_THROWS_WITH_AS(choose_shapes(games, small_search(ShapeMethod::kGreedy), "data"),
                       doctest::Contains("all.wtb: no game is held out"), format::LoadError);
}

}  // namespace
}  // namespace trivium::learning::btmm
