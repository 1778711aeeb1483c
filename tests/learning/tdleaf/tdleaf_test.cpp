// The learner as a whole: the same bits however it is run.
#include "learning/tdleaf/tdleaf.h"

#include <doctest/doctest.h>

#include "learning/tdleaf/piece_worth.h"
#include "learning/tdleaf/results.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/learning/temporary_folder.h"

using namespace trivium::learning::tdleaf;
using namespace trivium;
using TemporaryFolder = trivium::learning::test::TemporaryFolder;

namespace {

SelfPlayOptions tiny_play() {
  SelfPlayOptions options;
  options.search.nodes = 60;
  options.most_plies = 40;
  options.earlier_share = 0.3;
  return options;
}

TdLeafOptions tiny_run() {
  TdLeafOptions options;
  options.generations = 4;
  options.passes = 2;
  options.learner.batch = 4;
  options.learner.prior = 1e-6;
  return options;
}

/// A run by self-play; its games are kept in `games` if there is such a folder.
TdLeafResult self_played(const TdLeafOptions& options, const std::optional<std::filesystem::path>& games = std::nullopt,
                         std::uint64_t seed = 1) {
  SelfPlayOptions play = tiny_play();
  play.seed = seed;
  NewGames source(self_play_maker(Openings(), play, 6, options.threads), games);
  const std::string identity = "{\"seed\":" + std::to_string(seed) + "}";
  return learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, identity}, options);
}

struct Killed {};

}  // namespace

TEST_CASE("from nothing means a pawn of 100 centipawns and no more") {
  const std::vector<double> weights = weights_of_nothing();
  CHECK(material(weights) == PieceValues{100, 0, 0, 0, 0});
  const auto loaded = chess::Weights::from_pawns(weights, "nothing");
  CHECK(chess::evaluate(chess::start_position(), *loaded) == 0);
  CHECK(chess::evaluate(test::position_of("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), *loaded) == 100);
  CHECK(chess::evaluate(test::position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), *loaded) == 0);
}

TEST_CASE("a run gives the same bits for any number of threads") {
  TdLeafOptions options = tiny_run();
  const TdLeafResult one = self_played(options);
  CHECK(one.curve.size() == 4);
  CHECK(one.weights != weights_of_nothing());
  options.threads = 3;
  CHECK(self_played(options).weights == one.weights);
  CHECK(self_played(options, std::nullopt, 2).weights != one.weights);
}

TEST_CASE("a run that is killed after any generation and resumed ends with the same bits and the same curve") {
  for (const std::uint64_t window : {1U, 2U}) {
    CAPTURE(window);
    const TemporaryFolder kept;
    TdLeafOptions options = tiny_run();
    options.window = window;
    const TdLeafResult uninterrupted = self_played(options, kept.path() / "games");
    for (std::size_t last = 1; last <= 4; ++last) {
      CAPTURE(last);
      const TemporaryFolder folder;
      TdLeafOptions first = options;
      first.checkpoint_folder = folder.path();
      first.on_generation = [last](std::span<const CurveRow> curve, std::span<const double>) {
        if (curve.size() == last) throw Killed();
      };
      CHECK_THROWS_AS(self_played(first, folder.path() / "games"), Killed);
      TdLeafOptions second = options;
      second.checkpoint_folder = folder.path();
      second.resume = true;
      std::size_t first_resumed = 0;
      second.on_generation = [&](std::span<const CurveRow> curve, std::span<const double>) {
        if (first_resumed == 0) first_resumed = curve.size();
      };
      const TdLeafResult resumed = self_played(second, folder.path() / "games");
      CHECK(first_resumed == last);
      CHECK(resumed.weights == uninterrupted.weights);
      CHECK(curve_csv(resumed.curve) == curve_csv(uninterrupted.curve));
    }
  }
}

TEST_CASE("a finished run goes on with more generations; another run's checkpoint is refused") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  const TdLeafResult whole = self_played(options);
  options.checkpoint_folder = folder.path();
  options.generations = 2;
  self_played(options);
  options.resume = true;
  options.generations = 4;
  CHECK(self_played(options).weights == whole.weights);
  CHECK_THROWS_AS(self_played(options, std::nullopt, 2), format::LoadError);
  options.learner.gradient.lambda = 0.5;
  CHECK_THROWS_AS(self_played(options), format::LoadError);
}

TEST_CASE("learning from the games of a run again, without searching, gives the same bits") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  options.window = 2;
  const TdLeafResult played = self_played(options, folder.path());
  const std::vector<std::filesystem::path> files = stored_games(folder.path());
  CHECK(files.size() == 4);
  StoredGames source(files);
  options.generations = 100;  // the files end before
  const TdLeafResult repeated = learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, "{}"}, options);
  CHECK(repeated.weights == played.weights);
  CHECK(curve_csv(repeated.curve) == curve_csv(played.curve));
  std::filesystem::create_directory(folder.path() / "empty");
  CHECK_THROWS_AS(stored_games(folder.path() / "empty"), format::LoadError);
}

TEST_CASE("a run tells its figures generation by generation") {
  TdLeafOptions options = tiny_run();
  std::vector<std::size_t> told;
  options.on_generation = [&](std::span<const CurveRow> curve, std::span<const double> weights) {
    told.push_back(curve.size());
    CHECK(weights.size() == chess::kParameterCount);
  };
  const TdLeafResult result = self_played(options);
  CHECK(told == std::vector<std::size_t>{1, 2, 3, 4});
  const CurveRow& last = result.curve.back();
  CHECK(last[Column::kGeneration] == 4);
  CHECK(last[Column::kGames] == 24);
  CHECK(last[Column::kPositions] == 6 * last[Column::kPlies]);
  CHECK(last[Column::kPawn] == doctest::Approx(material(result.weights)[0]));
  CHECK(last[Column::kError] > 0.0);
  CHECK(last[Column::kDeciding] <= 1.0);

  learning::Manifest manifest;
  describe_run(options, result.curve, manifest);
  const format::WeightFile file = format::parse_weight_file(format::weight_file_bytes(chess_file(result.weights, manifest)), "memory");
  CHECK(format::linear_weights(file) == result.weights);
  CHECK(manifest.counts["games"] == 24);
  CHECK(tdleaf_card(result.curve).method.find("| queen |") != std::string::npos);
}

TEST_CASE("weights out of the engine's range end the run with a message") {
  TdLeafOptions options = tiny_run();
  options.learner.alpha = 20000.0;  // 200 pawns a step
  options.generations = 1;          // also where nobody plays by them any more
  CHECK_THROWS_AS(self_played(options), format::LoadError);
}

TEST_CASE("senseless options are refused") {
  const auto refused = [](const auto& change) {
    TdLeafOptions options = tiny_run();
    change(options);
    CHECK_THROWS_AS(self_played(options), std::invalid_argument);
  };
  refused([](TdLeafOptions& options) { options.learner.gradient.lambda = 1.5; });
  refused([](TdLeafOptions& options) { options.learner.gradient.scale = 0.0; });
  refused([](TdLeafOptions& options) { options.learner.alpha = 0.0; });
  refused([](TdLeafOptions& options) { options.window = 0; });
  CHECK_THROWS_AS(learn_tdleaf({weights_of_nothing(), weights_of_nothing(), nullptr, "{}"}, {}), std::invalid_argument);
}
