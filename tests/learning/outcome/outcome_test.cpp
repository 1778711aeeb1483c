// The learner as a whole: predictions improve, and results are equal for any number of threads and
// after any kill.
#include "learning/outcome/outcome.h"

#include <cmath>
#include <doctest/doctest.h>
#include <stdexcept>
#include <string>

#include "learning/outcome/report.h"
#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/learning/outcome/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::outcome;
using namespace trivium;

namespace {

struct LearnedGames {
  explicit LearnedGames(std::size_t count = 300)
      : games(write_won_games(folder / "games.c6", count), {1, 0.2, 0}) {}

  TemporaryFolder folder;
  records::GameSet games;

  static OutcomeOptions options() {
    OutcomeOptions options;
    options.ridges = {1.0, 20.0, 20.0};
    options.iterations = 3;
    return options;
  }
  std::vector<std::byte> learned(const OutcomeOptions& options) const {
    return format::weight_file_bytes(
        outcome_file(games, options, learn_outcome(games, options, "hash"), {}, {}));
  }
};

}  // namespace

TEST_CASE(
    "if the center decides, held-out games are predicted better than by chance, and by patterns "
    "better than by counts") {
  const LearnedGames sample;
  const OutcomeResult result = learn_outcome(sample.games, LearnedGames::options(), "hash");
  REQUIRE(result.curve.size() >= 4);
  CHECK(result.curve.front().held_out == doctest::Approx(std::log(2.0)));
  double counts = 1.0;
  for (const OutcomeRow& row : result.curve)
    counts = row.stage == Stage::kCounts ? row.held_out : counts;
  CHECK(result.curve.back().held_out < std::log(2.0) - 0.02);
  CHECK(result.curve.back().held_out < counts);
  const OutcomeMetrics metrics =
      measure(sample.games, records::Role::kHeldOut, 0, result.parameters, 1);
  CHECK(metrics.all.mean_loss() == result.curve.back().held_out);
  CHECK(metrics.all.accuracy() > 0.55);
  std::uint64_t positions = 0;
  for (const auto& [stones, sums] : metrics.by_stones) positions += sums.cases;
  CHECK(positions == metrics.all.cases);
}

void check_threads(std::size_t games) {
  const LearnedGames sample(games);
  OutcomeOptions options = LearnedGames::options();
  const std::vector<std::byte> one = sample.learned(options);
  options.threads = 3;
  CHECK(sample.learned(options) == one);
}

TEST_CASE("the weight file has the same bits for any number of threads") { check_threads(60); }

TEST_CASE("the weight file of many games has the same bits for any number of threads" *
          doctest::test_suite("long")) {
  check_threads(300);
}

/// Kills a run over `count` games after every `stride`-th iteration.
void check_killed_runs(std::size_t count, std::size_t stride) {
  const LearnedGames sample(count);
  const std::vector<std::byte> reference = sample.learned(LearnedGames::options());
  const std::size_t rows =
      learn_outcome(sample.games, LearnedGames::options(), "hash").curve.size();
  for (std::size_t last = 1; last <= rows; last += stride) {
    CAPTURE(last);
    const TemporaryFolder folder;
    OutcomeOptions options = LearnedGames::options();
    options.checkpoint_folder = folder.path();
    std::size_t heard = 0;
    CHECK_THROWS_AS(learn_outcome(sample.games, options, "hash",
                                  [&](const OutcomeRow&) {
                                    if (++heard == last) throw Killed();
                                  }),
                    Killed);
    options.resume = true;
    CHECK(sample.learned(options) == reference);
    check_curve(folder.path(), steps_between(0, rows - 1), {"train", "held_out"});
  }
}

TEST_CASE("a run that is killed and resumed ends with the same bits") { check_killed_runs(40, 3); }

TEST_CASE("a run that is killed after any iteration and resumed ends with the same bits" *
          doctest::test_suite("long")) {
  check_killed_runs(300, 1);
}

TEST_CASE(
    "a checkpoint is not continued with other games, parameters or iterations, which cut stages "
    "short") {
  const LearnedGames sample;
  const TemporaryFolder folder;
  OutcomeOptions options = LearnedGames::options();
  options.checkpoint_folder = folder.path();
  learn_outcome(sample.games, options, "hash");
  options.resume = true;
  CHECK_THROWS_AS(learn_outcome(sample.games, options, "another hash"), format::LoadError);
  OutcomeOptions other = options;
  other.ridges.lines = 21.0;
  CHECK_THROWS_AS(learn_outcome(sample.games, other, "hash"), format::LoadError);
  for (const int iterations : {9, 1}) {
    other = options;
    other.iterations = iterations;
    const std::string difference =
        "its iterations is 3, this run's is " + std::to_string(iterations);
    CHECK_THROWS_WITH_AS(learn_outcome(sample.games, other, "hash"),
                         doctest::Contains(difference.c_str()), format::LoadError);
  }
}

TEST_CASE("games without a position to learn from are rejected by name") {
  const TemporaryFolder folder;
  const auto games_of = [&](const records::Connect6Game& game) {
    records::Connect6GameWriter writer(folder / "few.c6");
    writer.add(game);
    writer.finish();
    return records::GameSet(folder / "few.c6", {1, 0.0, 0});
  };
  const auto refused = [&](const records::Connect6Game& game, const OutcomeOptions& options) {
    CHECK_THROWS_WITH_AS(learn_outcome(games_of(game), options, "hash"),
                         doctest::Contains("few.c6: no position to learn from: "),
                         format::LoadError);
  };
  OutcomeOptions options = LearnedGames::options();
  records::Connect6Game game = random_game(1, 9, 13);
  CHECK_NOTHROW(learn_outcome(games_of(game), options, "hash"));
  game.opening = 12;  // the last turn begins before
  refused(game, options);
  game.opening = 0;
  game.result = connect6::GameResult::kUnknown;
  refused(game, options);

  // Black, with five in a row, wins: counts are learned from that, patterns are not.
  game.moves = {0, 40, 42, 1, 2, 44, 60, 3, 4, 62, 64, 5};
  game.result = connect6::GameResult::kBlackWins;
  game.opening = 10;
  refused(game, options);
  options.patterns = false;
  CHECK_NOTHROW(learn_outcome(games_of(game), options, "hash"));
}

TEST_CASE("given counts stay unchanged, and only patterns are learned") {
  const LearnedGames sample;
  OutcomeOptions options = LearnedGames::options();
  options.start.emplace(kParameters);
  options.start->at(connect6::kOwnWindows) = 0.125;
  const OutcomeResult result = learn_outcome(sample.games, options, "hash");
  CHECK(result.parameters[connect6::kOwnWindows] == 0.125);
  CHECK(result.parameters[connect6::kOwnWindows + 1] == 0.0);
  CHECK(result.curve.front().stage == Stage::kPatterns);
  options.patterns = false;
  CHECK_THROWS_AS(learn_outcome(sample.games, options, "hash"), std::invalid_argument);
}

TEST_CASE(
    "a file holds the same weight for a line and its mirror image, and reads back as it was "
    "learned") {
  const LearnedGames sample;
  const OutcomeOptions options = LearnedGames::options();
  const OutcomeResult result = learn_outcome(sample.games, options, "hash");
  const auto path = format::write_weight_file(sample.folder / "w.safetensors",
                                              outcome_file(sample.games, options, result, {}, {}));
  const auto weights = connect6::Weights::load(path);
  for (connect6::ValuePattern line = 0; line < connect6::kLinePatterns; ++line) {
    REQUIRE(weights->patterns()[line] == weights->patterns()[connect6::mirrored(line)]);
  }
  const Parameters read = parameters_of(*weights);
  for (std::size_t i = 0; i < kParameters; ++i)
    REQUIRE(read[i] == doctest::Approx(result.parameters[i]).epsilon(1e-9).scale(1e5));
}

TEST_CASE("reports have a line for each row, stage of the game and tenth") {
  const std::vector<OutcomeRow> curve = {{Stage::kCounts, 0, 0.69, 0.69, 0.0},
                                         {Stage::kPatterns, 1, 0.61, 0.62, 1e-3}};
  CHECK(outcome_curve_csv(curve) ==
        "stage,iteration,train,held_out,gain\ncounts,0,0.690000000,0.690000000,0\npatterns,1,0."
        "610000000,0.620000000,0.001\n");
  CHECK(outcome_curve_svg(curve).find(">held-out games<") != std::string::npos);
  const std::vector<OutcomeRow> alone = {{Stage::kCounts, 0, 0.69, 0.0, 0.0},
                                         {Stage::kPatterns, 1, 0.61, 0.0, 1e-3}};
  CHECK(outcome_curve_csv(alone).ends_with(
      "\ncounts,0,0.690000000,,0\npatterns,1,0.610000000,,0.001\n"));
  const std::string svg =
      outcome_curve_svg(alone);  // nothing held out: neither a line nor a place on the axis for it
  CHECK(svg.find(">training games<") != std::string::npos);
  CHECK(svg.find("held-out") == std::string::npos);
  CHECK(svg.find(">0.62<") != std::string::npos);
  CHECK(svg.find(">0.00<") == std::string::npos);
  statistics::EvidenceByNumber by_stones;
  by_stones[10] = {.cases = 4, .loss = 2.0, .correct = 3.0, .won = {1.0, 2.0}};
  CHECK(outcome_csv("stones", by_stones, {})
            .find("10,4,0.500000,0.750000,0.250000,0.500000,0,0.000000") != std::string::npos);
}
