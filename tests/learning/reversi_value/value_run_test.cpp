// The learner as a whole: it recovers known weights, with the same bits for any number of threads
// and after any kill.
#include "learning/reversi_value/value_run.h"

#include <algorithm>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/search/endgame_solver.h"
#include "learning/reversi_value/report.h"
#include "learning/statistics/conjugate_gradients.h"
#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/reversi_value/random_games.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::reversi_value {
namespace {

constexpr std::string_view kSmallSet =
    "stages 2\nshape corner a1 b1 b2\nshape edge c1 d1 e1 f1\nshape diagonal c3 d4 e5 f6\n";

reversi::PatternSet small_set() { return *reversi::PatternSet::parse(kSmallSet); }

ValueOptions small_options() {
  ValueOptions options;
  options.held_out_share = 0.2;
  options.solve = 4;
  options.steps = 6;
  return options;
}

std::vector<std::byte> learned(const ValueGames& games, const ValueOptions& options) {
  const reversi::PatternSet set = small_set();
  return format::weight_file_bytes(
      value_file(games, set, options, learn_value(games, set, options, "hash"), {}));
}

TEST_CASE("labels of the last positions are the scores of best play, the others those of games") {
  records::ReversiGames read = random_games(3);
  read.games[0].best_score = 10;
  read.games[0].best_empty = 30;
  const std::vector<LabeledGame> games = labeled(read.games, 6, Shards(2, 1));
  for (std::size_t g = 0; g < games.size(); ++g) {
    visit_positions(games[g], [&](const reversi::Position& position, reversi::Move,
                                  reversi::Bitboard, int label) {
      const int empty = reversi::count(position.empty);
      const int of_game = read.games[g].score;
      if (empty <= 6) {
        reversi::EndgameSolver solver(1);
        NodeBudget budget;
        CHECK(label == solver.solve(position, reversi::EndgameGoal::kScore, budget).lower);
      } else if (g == 0 && empty >= 30) {
        CHECK(std::abs(label) == 10);
      } else {
        CHECK(std::abs(label) == std::abs(of_game));
      }
    });
  }
}

TEST_CASE("weights that made the labels are recovered") {
  // The label of a position is the value by known weights, so the error goes to 0.
  const reversi::PatternSet set = *reversi::PatternSet::parse("shape corner a1\nshape edge d1\n");
  std::vector<LabeledGame> games = labeled(random_games(60).games, 0, Shards(2, 1));
  for (LabeledGame& game : games) {
    std::size_t i = 0;
    visit_positions(game,
                    [&](const reversi::Position& position, reversi::Move, reversi::Bitboard, int) {
                      constexpr reversi::Bitboard kCornerSquares = 0x8100000000000081ULL;
                      const int value = 7 * (reversi::count(position.own & kCornerSquares) -
                                             reversi::count(position.other & kCornerSquares));
                      game.labels[i] = static_cast<std::int8_t>(i % 2 == 0 ? value : -value);
                      ++i;
                    });
  }
  const Shards shards(2, 1);
  const LeastSquares problem(games, set, 1e-3, shards);
  const LeastSquares::Equations equations = problem.equations();
  statistics::ConjugateGradients run(equations.right, equations.diagonal);
  for (int i = 0; i < 12; ++i)
    run.advance(equations.diagonal, [&](const ValueWeights& v) { return problem.product(v); });
  const ErrorSums all = statistics::total_of(problem.errors(run.x));
  CHECK(all.positions == equations.positions);
  CHECK(all.root_mean_square() < 0.01);
}

TEST_CASE("the error of training positions falls with each step and is that of a pass") {
  const ValueOptions options = small_options();
  const ValueGames games = split(random_games(80), options);
  REQUIRE_FALSE(games.held_out.empty());
  const reversi::PatternSet set = small_set();
  const ValueResult result = learn_value(games, set, options, "hash");
  REQUIRE(result.curve.size() == 7);
  for (std::size_t i = 1; i < result.curve.size(); ++i)
    CHECK(result.curve[i].train <= result.curve[i - 1].train);
  const ErrorSums all = statistics::total_of(result.errors.train);
  CHECK(all.root_mean_square() == doctest::Approx(result.curve.back().train).epsilon(1e-3));
  CHECK(all.root_mean_square() < result.curve.front().train);
}

TEST_CASE("the file of the value has the same bits for any number of threads") {
  ValueOptions options = small_options();
  const ValueGames games = split(random_games(50), options);
  const std::vector<std::byte> one = learned(games, options);
  options.threads = 3;
  CHECK(learned(games, options) == one);
}

TEST_CASE("a killed and resumed run ends with the same bits") {
  ValueOptions options = small_options();
  options.snapshot_seconds = 0;
  const ValueGames games = split(random_games(30), options);
  const std::vector<std::byte> expected = learned(games, options);
  for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{4}}) {
    const TemporaryFolder folder;
    ValueOptions part = options;
    part.checkpoint_folder = folder.path();
    part.steps = steps;
    (void)learned(games, part);
    part.steps = options.steps;
    part.resume = true;
    CHECK(learned(games, part) == expected);
    check_curve(folder.path(), steps_between(0, options.steps), {"train", "held_out"});
  }
}

TEST_CASE("a run without held-out games resumes too") {
  const TemporaryFolder folder;
  ValueOptions options = small_options();
  options.held_out_share = 0;
  const ValueGames games = split(random_games(10), options);
  REQUIRE(games.held_out.empty());
  const std::vector<std::byte> expected = learned(games, options);
  options.checkpoint_folder = folder.path();
  options.steps = 2;
  (void)learned(games, options);
  options.steps = small_options().steps;
  options.resume = true;
  CHECK(learned(games, options) == expected);
}

TEST_CASE("a checkpoint of other options is refused") {
  const TemporaryFolder folder;
  ValueOptions options = small_options();
  options.checkpoint_folder = folder.path();
  const ValueGames games = split(random_games(20), options);
  (void)learned(games, options);
  options.resume = true;
  options.ridge = 5.0;
  CHECK_THROWS_AS((void)learned(games, options), format::LoadError);
}

TEST_CASE("the engine reads the file of the learner") {
  const TemporaryFolder folder;
  const ValueOptions options = small_options();
  const ValueGames games = split(random_games(40), options);
  const reversi::PatternSet set = small_set();
  const ValueResult result = learn_value(games, set, options, "hash");
  const auto path = format::write_weight_file(folder.path() / "value.safetensors",
                                              value_file(games, set, options, result, {}));
  const auto value = reversi::PatternValue::load(path);
  CHECK(std::vector(value->weights().begin(), value->weights().end()) == result.weights);
  CHECK(value->error(20) > 1.0);
}

TEST_CASE("tables and pictures of a run have a row for each step and number of discs") {
  const ValueOptions options = small_options();
  const ValueGames games = split(random_games(30), options);
  const ValueResult result = learn_value(games, small_set(), options, "hash");
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  CHECK(lines(curve_csv(result.curve)) == 8);
  CHECK(lines(errors_csv(result.errors)) == 61);
  CHECK(curve_svg(result.curve).starts_with("<svg"));
  CHECK(errors_svg(result.errors).starts_with("<svg"));
}

}  // namespace
}  // namespace trivium::learning::reversi_value
