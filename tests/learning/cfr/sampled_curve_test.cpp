// Learning curve of a sampling run: its points, its table, and that a resumed run has the same.

#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <vector>

#include "learning/cfr/card_source.h"
#include "learning/cfr/sampled_run.h"
#include "tests/engine/poker/strategy/betting_support.h"
#include "tests/learning/curve_rows.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

namespace trivium::learning::cfr {
namespace {

/// Runs Kuhn poker in batches of 4 iterations under a clock that moves by a second at each look.
std::vector<SampledPoint> curve_after(std::uint64_t iterations, SampledRunOptions options = {}) {
  SamplingSettings settings;
  settings.batch = 4;
  const auto tree =
      std::make_shared<const poker::BettingTree>(poker::tree_of(poker::game("kuhn"), ""));
  Learner learner(settings, tree, rank_source(poker::game("kuhn")));
  std::chrono::steady_clock::time_point now{};
  options.now = [&now] { return now += std::chrono::seconds(1); };
  options.iterations = iterations;
  options.measure = [](const Learner& measured) {
    return std::optional(1.0 / static_cast<double>(measured.iterations()));
  };
  return run_sampled(learner, options, [](std::uint64_t) {});
}

std::vector<std::uint64_t> places(const std::vector<SampledPoint>& curve) {
  std::vector<std::uint64_t> places;
  for (const SampledPoint& point : curve) places.push_back(point.iterations);
  return places;
}

TEST_CASE("a curve has points where batches reach round numbers of iterations, and at the end") {
  const std::vector<SampledPoint> curve = curve_after(64);
  CHECK(places(curve) == std::vector<std::uint64_t>{4, 8, 12, 20, 32, 52, 64});
  CHECK(curve[0].per_second == 4);
  CHECK(curve[3].per_second == 4);  // two batches of one second each
  CHECK(curve[3].exploitability == 1.0 / 20);
}

TEST_CASE("a resumed run has the curve of an uninterrupted one, without an earlier end") {
  const TemporaryFolder folder;
  SampledRunOptions options;
  options.checkpoint_folder = folder.path();
  CHECK(places(curve_after(28, options)) == std::vector<std::uint64_t>{4, 8, 12, 20, 28});
  options.resume = true;
  const std::vector<SampledPoint> whole = curve_after(64), resumed = curve_after(64, options);
  CHECK(places(resumed) == places(whole));
  for (std::size_t i = 0; i < whole.size(); ++i)
    CHECK(resumed[i].exploitability == whole[i].exploitability);
  // The file has no point of the end, because a longer run may follow.
  check_curve(folder.path(), {4, 8, 12, 20, 32, 52}, {"iterations_per_second", "exploitability"});
}

TEST_CASE("the table of a curve has exploitability where the game is small enough") {
  const std::array small{SampledPoint{4, 2000.5, 250}, SampledPoint{8, 0, 125.25}};
  CHECK(sampled_csv(small) ==
        "iterations,iterations_per_second,exploitability\n4,2000.5,250\n8,,125.25\n");
  const std::array large{SampledPoint{4, 2000.5}};
  CHECK(sampled_csv(large) == "iterations,iterations_per_second\n4,2000.5\n");
  CHECK(contains(sampled_svg("Kuhn", small), ">exploitability (mbb/g)<"));
  CHECK_FALSE(contains(sampled_svg("limit", large), "exploitability"));
}

}  // namespace
}  // namespace trivium::learning::cfr
