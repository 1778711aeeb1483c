#include "learning/bandits/claims.h"

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

namespace trivium::learning::bandits {
namespace {

constexpr Holds kNo = Holds::kNo, kOpen = Holds::kOpen, kYes = Holds::kYes;

const std::array<std::string, 3> kRules = {"lexicographic", "grid", "weighted:0.1"};

std::string verdict_of(std::array<Holds, 3> holds) { return verdict(holds, kRules); }

}  // namespace

TEST_CASE(
    "a statement holds if the whole interval supports it, and fails if the whole interval "
    "contradicts it") {
  CHECK(above({0.9, 0.85, 0.95}, 0.8) == kYes);
  CHECK(above({0.9, 0.75, 0.95}, 0.8) == kOpen);
  CHECK(above({0.7, 0.65, 0.75}, 0.8) == kNo);
  CHECK(below({0.2, 0.1, 0.3}, 0.5) == kYes);
  CHECK(below({0.6, 0.4, 0.7}, 0.5) == kOpen);
  CHECK(below({0.6, 0.55, 0.7}, 0.5) == kNo);
  CHECK(between({0.2, 0.15, 0.25}, 0.1, 0.3) == kYes);
  CHECK(between({0.2, 0.05, 0.25}, 0.1, 0.3) == kOpen);
  CHECK(between({0.5, 0.4, 0.6}, 0.1, 0.3) == kNo);
}

TEST_CASE("\"all\" holds if each statement does, \"any\" if one does") {
  CHECK(all_of(std::array{kYes, kYes}) == kYes);
  CHECK(all_of(std::array{kYes, kOpen}) == kOpen);
  CHECK(all_of(std::array{kOpen, kNo}) == kNo);
  CHECK(any_of(std::array{kNo, kYes}) == kYes);
  CHECK(any_of(std::array{kNo, kOpen}) == kOpen);
  CHECK(any_of(std::array{kNo, kNo}) == kNo);
}

TEST_CASE("a method is ahead if it is ahead in one case and behind in none") {
  const statistics::Estimate ahead{0.1, 0.05, 0.15}, even{0, -0.03, 0.03},
      behind{-0.1, -0.15, -0.05}, nothing{0, -0.01, 0.01};
  CHECK(ahead_and_never_behind(std::array{even, ahead}, 0.02) == kYes);
  CHECK(ahead_and_never_behind(std::array{behind, ahead}, 0.02) == kNo);
  CHECK(ahead_and_never_behind(std::array{even, even}, 0.02) == kOpen);
  CHECK(ahead_and_never_behind(std::array{nothing, nothing}, 0.02) == kNo);
}

TEST_CASE("mostly ahead means ahead in more than half of the cases and in the mean") {
  const statistics::Estimate ahead{0.1, 0.05, 0.15}, behind{-0.1, -0.15, -0.05},
      even{0.01, -0.03, 0.05};
  CHECK(mostly_ahead(std::array{ahead, ahead, behind}, {0.03, 0.01, 0.06}) == kYes);
  CHECK(mostly_ahead(std::array{ahead, behind, behind}, {-0.03, -0.06, 0.01}) == kNo);
  CHECK(mostly_ahead(std::array{even, even, even}, {0.01, -0.02, 0.04}) == kOpen);
  CHECK(mostly_ahead(std::array{even, even, even}, {-0.03, -0.06, -0.01}) == kNo);
}

TEST_CASE(
    "shares fall if the last is significantly less than the first and none rises significantly") {
  const statistics::Estimate high{0.9, 0.88, 0.92}, middle{0.7, 0.68, 0.72}, low{0.5, 0.48, 0.52};
  CHECK(falls(std::array{high, middle, low}) == kYes);
  CHECK(falls(std::array{high, low, middle}) == kNo);
  CHECK(falls(std::array{low, middle, high}) == kNo);
  CHECK(falls(std::array{statistics::Estimate{0.9, 0.8, 0.96},
                         statistics::Estimate{0.85, 0.75, 0.92}}) == kOpen);
}

TEST_CASE("growth is compared by quotients with the bounds of their intervals") {
  const Growth twice{{0.4, 0.39, 0.41}, {0.8, 0.79, 0.81}},
      hardly{{0.8, 0.79, 0.81}, {0.9, 0.89, 0.91}};
  CHECK(grows_faster(twice, hardly) == kYes);
  CHECK(grows_faster(hardly, twice) == kNo);
  CHECK(grows_faster(twice, twice) == kOpen);
}

TEST_CASE("verdicts state under which rules a statement is reproduced, and what is open") {
  CHECK(verdict_of({kYes, kNo, kOpen}) == "reproduced");
  CHECK(verdict_of({kNo, kYes, kYes}) == "reproduced only under grid, weighted:0.1");
  CHECK(verdict_of({kOpen, kYes, kNo}) == "reproduced under grid; open under lexicographic");
  CHECK(verdict_of({kNo, kNo, kNo}) == "not reproduced");
  CHECK(verdict_of({kNo, kOpen, kNo}) == "not reproduced; open under grid");
  CHECK(verdict_of({kOpen, kNo, kNo}) == "open; not reproduced under grid, weighted:0.1");
  CHECK(verdict_of({kOpen, kOpen, kNo}) == "open; not reproduced under weighted:0.1");
  CHECK(verdict_of({kOpen, kOpen, kOpen}) == "open under every rule");
}

TEST_CASE(
    "a statement that is open under the paper's own rule is counted as open, whatever another rule "
    "says") {
  const auto claim = [](std::vector<Holds> holds) {
    return ClaimResult{"", "", "", std::move(holds), {}};
  };
  const StatementCounts counts = count_statements(
      std::vector{claim({kYes, kNo}), claim({kNo, kYes}), claim({kNo, kNo}), claim({kNo, kOpen}),
                  claim({kOpen, kYes}), claim({kOpen, kNo}), claim({kOpen, kOpen})});
  CHECK(counts.own == 1);
  CHECK(counts.other == 1);
  CHECK(counts.none == 1);
  CHECK(counts.open == 4);
}

}  // namespace trivium::learning::bandits
