#include "learning/harness/training_lines.h"

#include <doctest/doctest.h>

namespace trivium::learning {
namespace {

TEST_CASE("both kinds of games have a line, and the means lie between the least and the largest") {
  TrainingLines curve;
  CHECK(curve.lines().empty());
  CHECK(curve.least() == 0.0);
  CHECK(curve.most() == 0.0);
  curve.add(0, -3.0, -2.5);
  curve.add(1, -2.0, -2.25);
  CHECK(curve.iterations().size() == 2);
  CHECK(curve.least() == -3.0);
  CHECK(curve.most() == -2.0);
  REQUIRE(curve.lines().size() == 2);
  CHECK(curve.lines()[0].values == std::vector<double>{-3.0, -2.0});
  CHECK(curve.lines()[1].values == std::vector<double>{-2.5, -2.25});
}

TEST_CASE("where no games are held out there is neither a line for them nor a place for 0 in the scale") {
  TrainingLines curve;
  curve.add(0, 0.7, 0.0);
  curve.add(1, 0.6, 0.0);
  CHECK(curve.least() == 0.6);
  CHECK(curve.most() == 0.7);
  REQUIRE(curve.lines().size() == 1);
  CHECK(curve.lines()[0].name == "training games");
}

}  // namespace
}  // namespace trivium::learning
