#include "learning/choice/tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {

TEST_CASE("the paper's weights are recovered within their errors from a fraction of its games") {
  std::vector<std::uint64_t> played;
  std::uint64_t games = 0;
  const std::vector<Recovery> all =
      recoveries(1, 0.03, 2, [&](std::uint64_t done, std::uint64_t total) {
        played.push_back(done);
        games = total;
      });
  CHECK(games == 61);
  CHECK(played.front() == 0);
  CHECK(std::ranges::is_sorted(played));
  CHECK(played.back() == games);
  REQUIRE(all.size() == 3);
  CHECK(all[0].games == 30);
  CHECK(all[2].games == 1);
  for (const Recovery& recovery : all) {
    CHECK(recovery.sums.compression() < 1);
    for (const RecoveredWeight& weight : recovery.weights) {
      CAPTURE(weight.attribute);
      CHECK(std::abs(weight.found - weight.truth) < 4 * weight.standard_error);
    }
  }
  CHECK(recoveries_csv(all) == recoveries_csv(recoveries(1, 0.03, 1)));
  CHECK(recoveries_csv(all).find("material,5,") != std::string::npos);
}

/// Compares the errors of estimates from one game and from sixteen, in `samples` trials each.
void check_errors(std::size_t samples) {
  const std::array<std::size_t, 2> games{1, 16};
  const std::vector<ErrorByGames> rows = errors_by_games(1, games, samples, 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(rows[1].errors[k] < rows[0].errors[k]);
    CHECK(rows[1].predicted[k] < rows[0].predicted[k] / 3);
    CHECK(rows[1].errors[k] < 3 * rows[1].predicted[k]);
    CHECK(rows[1].errors[k] > rows[1].predicted[k] / 3);
  }
  CHECK(errors_csv(rows).find("16," + std::to_string(samples) + ",") != std::string::npos);
  CHECK(errors_svg(rows).find("class=\"line ") != std::string::npos);
}

TEST_CASE("errors decrease with the number of games as the standard errors predict") {
  check_errors(3);
}

TEST_CASE("errors decrease with the number of games in more trials" * doctest::test_suite("long")) {
  check_errors(8);
}

}  // namespace trivium::learning::choice
