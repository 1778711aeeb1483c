// Regression on labeled positions: it recovers the weights that labels were made with, and reads
// files of such positions.
#include "learning/tdleaf/regression.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "engine/core/rng.h"
#include "learning/tdleaf/report/learning_curve.h"
#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

/// Positions of random games, each labeled with its probability under `weights` itself, which a fit
/// without a ridge must reproduce.
std::vector<LabeledPosition> labeled_by(const std::vector<double>& weights, std::size_t games) {
  std::vector<LabeledPosition> data;
  for (const SearchedGame& game : test::random_games(games)) {
    chess::Position position = game.start;
    chess::Undo undo;
    for (const SearchedPosition& searched : game.positions) {
      position.do_move(searched.played, undo);
      chess::Extraction extraction;
      chess::extract(position, extraction);
      if (extraction.known()) continue;
      data.push_back({pack(position), static_cast<float>(win_probability(
                                          evaluation(extraction, weights), kEloScale))});
    }
  }
  return data;
}

std::string label_fault(const std::string& text) {
  std::istringstream in(text);
  return format::test::load_fault([&] { (void)read_labeled(in, "labels.epd"); });
}

}  // namespace

TEST_CASE("labels made from weights are predicted as those weights would") {
  const std::vector<double> truth = test::some_weights();
  const std::vector<LabeledPosition> data = labeled_by(truth, 20);
  RegressionOptions options;
  options.ridge = 1e-4;
  options.max_iterations = 150;
  const RegressionResult result = regress(data, test::with_material(), options);
  const double minimum = measure(data, truth, kEloScale, 1).log_loss;
  CHECK(result.train.positions + result.held_out.positions == data.size());
  CHECK(result.held_out.positions > data.size() / 50);
  CHECK(measure(data, test::with_material(), kEloScale, 1).log_loss > minimum + 0.005);
  CHECK(result.train.log_loss < result.train_before.log_loss);
  CHECK(result.train.log_loss < minimum + 0.002);
}

TEST_CASE("a strong ridge keeps the weights at the start") {
  const std::vector<LabeledPosition> data = labeled_by(test::some_weights(), 5);
  RegressionOptions options;
  options.ridge = 1e9;
  const std::vector<double> start = test::with_material();
  const RegressionResult result = regress(data, start, options);
  for (std::size_t i = 0; i < start.size(); ++i)
    CHECK(result.weights[i] == doctest::Approx(start[i]).scale(1.0).epsilon(1e-5));
}

TEST_CASE("the fit has the same bits for any number of threads") {
  const std::vector<LabeledPosition> data = labeled_by(test::some_weights(), 5);
  RegressionOptions options;
  options.max_iterations = 10;
  const std::vector<double> one = regress(data, test::with_material(), options).weights;
  options.threads = 3;
  CHECK(regress(data, test::with_material(), options).weights == one);
}

TEST_CASE(
    "a fit that is killed after any iteration and resumed ends with the same bits; another fit's "
    "checkpoint is rejected") {
  const std::vector<LabeledPosition> data = labeled_by(test::some_weights(), 5);
  RegressionOptions options;
  options.max_iterations = 8;
  const RegressionResult whole = regress(data, test::with_material(), options);
  REQUIRE(whole.iterations == 8);
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  options.resume = true;
  for (std::uint64_t last = 1; last < 8; ++last) {
    std::uint64_t first =
        0;  // an iteration is reported before it is saved, so the one of the kill is made again
    options.on_iteration = [&first, last](std::uint64_t iteration, double) {
      if (first == 0) first = iteration;
      if (iteration == last) throw Killed();
    };
    CHECK_THROWS_AS(regress(data, test::with_material(), options), Killed);
    CHECK(first == std::max<std::uint64_t>(last - 1, 1));
  }
  options.on_iteration = nullptr;
  const RegressionResult resumed = regress(data, test::with_material(), options);
  CHECK(resumed.iterations == 8);
  CHECK(resumed.weights == whole.weights);
  CHECK(resumed.held_out.log_loss == whole.held_out.log_loss);
  CHECK(whole.curve.size() == 9);
  CHECK(regression_csv(resumed) == regression_csv(whole));
  check_curve(folder.path(), steps_between(0, 8), {"loss"});
  options.max_iterations = 7;
  CHECK_THROWS_AS(regress(data, test::with_material(), options), format::LoadError);
  options.max_iterations = 8;
  CHECK_THROWS_AS(regress(data, test::some_weights(), options), format::LoadError);
  CHECK_THROWS_AS(regress(std::span(data).first(data.size() - 1), test::with_material(), options),
                  format::LoadError);
  options.ridge = 2.0;
  CHECK_THROWS_AS(regress(data, test::with_material(), options), format::LoadError);
}

TEST_CASE("the report on a regression has the loss of each iteration and those before and after") {
  RegressionResult result;
  result.curve = {{0, 0.75}, {1, 0.5}};
  result.train_before = {10, 0.75};
  result.train = {10, 0.25};
  CHECK(regression_csv(result) == "iteration,training_loss\n0,0.75\n1,0.5\n");
  CHECK(losses_csv(result) ==
        "positions,count,log_loss_at_start,log_loss\ntrain,10,0.75,0.25\nheld_out,0,,\n");
  CHECK(regression_svg(result).find(">iterations<") != std::string::npos);
}

TEST_CASE("the model of results is the one that generated the labels") {
  const std::vector<double> truth = test::some_weights();
  std::vector<LabeledPosition> data = labeled_by(truth, 600);
  Rng rng(3);
  for (LabeledPosition& one : data) {
    chess::Extraction extraction;
    chess::extract(*unpack(one.position), extraction);
    const double value = evaluation(extraction, truth), chance = rng.unit();
    const double win = win_probability(value - 60, 150), loss = win_probability(-value - 60, 150);
    one.white_points = chance < win ? 1.0F : chance < win + loss ? 0.0F : 0.5F;
  }
  RegressionOptions options;
  options.held_out_share = 0;
  options.max_iterations = 0;  // the weights stay the true ones
  const RegressionResult result = regress(data, truth, options);
  REQUIRE(result.expectation);
  CHECK(result.expectation->scale == doctest::Approx(150).epsilon(0.1));
  CHECK(result.expectation->draw_margin == doctest::Approx(60).epsilon(0.15));
}

TEST_CASE("labeled files are read, and a line without a result is named") {
  std::istringstream in(
      "r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 \"1/2-1/2\";\n"
      "8/8/1k4p1/1P1K1p1p/5R1P/6P1/4rP2/8 w - - c9 \"1-0\";\n"
      "8/8/1k4p1/1P1K1p1p/5R1P/6P1/4rP2/8 b - - c0 \"0-1\";\n");
  const std::vector<LabeledPosition> data = read_labeled(in, "labels.epd");
  REQUIRE(data.size() == 3);
  CHECK(data[0].white_points == 0.5F);
  CHECK(data[1].white_points == 1.0F);
  CHECK(data[2].white_points == 0.0F);
  CHECK(unpack(data[1].position)->side_to_move() == chess::Color::kWhite);
  CHECK(label_fault("8/8/1k4p1/1P1K1p1p/5R1P/6P1/4rP2/8 w - - c9 "
                    "\"1-0\";\n8/8/1k4p1/1P1K1p1p/5R1P/6P1/4rP2/8 w - - bm Rd4;\n")
            .starts_with("labels.epd: line 2: no result"));
  CHECK(label_fault("8/8/8/8/8/8/8/8 w - - c9 \"1-0\";\n").starts_with("labels.epd: EPD: line 1"));
}

TEST_CASE("random results lead to the probabilities that produced them") {
  std::vector<double> truth(chess::kParameterCount);
  truth[0] = truth[chess::kFeatureCount] = 1.0;
  const std::vector<LabeledPosition> chances = labeled_by(truth, 80);
  std::vector<LabeledPosition> results;
  Rng rng(7);
  for (const LabeledPosition& one : chances) {
    results.push_back(
        {one.position, rng.unit() < static_cast<double>(one.white_points) ? 1.0F : 0.0F});
  }
  RegressionOptions options;
  options.ridge = 200.0;  // some 3,000 results must not teach 2,322 weights their noise
  options.held_out_share = 0.0;
  const std::vector<double> nothing(chess::kParameterCount);
  const std::vector<double> learned = regress(results, nothing, options).weights;
  const auto excess = [&](const std::vector<double>& weights) {
    return measure(chances, weights, kEloScale, 1).log_loss -
           measure(chances, truth, kEloScale, 1).log_loss;
  };
  CHECK(excess(learned) < excess(nothing) / 2);
}
