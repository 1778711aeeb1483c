#include "learning/cfr/exact/exact_run.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::cfr {
namespace {

std::shared_ptr<const poker_measure::PublicTree> leduc() {
  return *poker_measure::PublicTree::make(*poker::game_named("leduc"));
}

const std::vector<Variant> kTwo{Variant::kDiscounted, Variant::kPredictive};

ExactRunOptions two(std::uint64_t iterations, std::optional<std::filesystem::path> folder = {},
                    bool resume = false) {
  return {{std::move(folder), resume}, kTwo, iterations};
}

std::string csv_of(const ExactRunResult& result) { return exact_csv(kTwo, result.curve); }

TEST_CASE("a run returns its curve and the value of the game by variant") {
  const ExactRunResult result = run_exact(leduc(), two(300));
  REQUIRE(result.curve.size() == curve_iterations(300).size());
  for (std::size_t i = 0; i < result.curve.size(); ++i)
    CHECK(result.curve[i].iterations == curve_iterations(300)[i]);
  CHECK(result.curve.back().exploitability[0] < 2);
  REQUIRE(result.values.size() == 2);
  for (const double value : result.values) CHECK(value == doctest::Approx(-85.6).epsilon(0.02));
}

TEST_CASE("a stopped run resumes from its snapshot and ends with the same figures") {
  const TemporaryFolder folder;
  const ExactRunResult whole = run_exact(leduc(), two(80));
  run_exact(leduc(), two(25, folder.path(), false));
  const ExactRunResult resumed = run_exact(leduc(), two(80, folder.path(), true));
  CHECK(csv_of(resumed) == csv_of(whole));
  CHECK(resumed.values == whole.values);
  std::vector<std::string> variants;
  for (const Variant variant : kTwo) variants.emplace_back(name_of(variant));
  check_curve(folder.path(), curve_iterations(80), variants);
}

TEST_CASE("a snapshot of another game, of other variants or of more iterations is an error") {
  const TemporaryFolder folder;
  run_exact(leduc(), two(25, folder.path(), false));
  CHECK_THROWS_AS(run_exact(leduc(), two(25, folder.path(), false)), format::LoadError);
  CHECK_THROWS_AS(run_exact(leduc(), {{folder.path(), true}, {Variant::kCfr}, 25}),
                  format::LoadError);
  CHECK_THROWS_AS(run_exact(leduc(), two(24, folder.path(), true)), format::LoadError);
  CHECK_THROWS_AS(run_exact(*poker_measure::PublicTree::make(*poker::game_named("kuhn")),
                            two(25, folder.path(), true)),
                  format::LoadError);
}

}  // namespace
}  // namespace trivium::learning::cfr
