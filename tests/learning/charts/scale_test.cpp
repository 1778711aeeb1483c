#include "learning/charts/scale.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace trivium::learning::charts {
namespace {

/// Returns the texts of at most `maximum` ticks.
std::string ticks(const Axis& axis, const std::vector<double>& values, std::size_t maximum,
                  bool round_ends = false) {
  std::vector<std::string> texts;
  for (const Tick& tick :
       Scale(axis, values, round_ends).ticks([maximum](const std::vector<Tick>& tried) {
         return tried.size() <= maximum;
       }))
    texts.push_back(tick.text);
  return fmt::format("{}", fmt::join(texts, " "));
}

TEST_CASE("ticks are 1, 2 or 5 times a power of ten apart") {
  CHECK(round_step(0.7) == 1);
  CHECK(round_step(1.1) == 2);
  CHECK(round_step(30) == doctest::Approx(50));
  CHECK(ticks({}, {0, 10}, 11) == "0 1 2 3 4 5 6 7 8 9 10");
  CHECK(ticks({}, {0, 10}, 6) == "0 2 4 6 8 10");
  CHECK(ticks({}, {0, 10}, 3) == "0 5 10");
  CHECK(ticks({}, {600, 60000}, 7) == "10,000 20,000 30,000 40,000 50,000 60,000");
  CHECK(ticks({}, {-0.04, 0.05}, 5) == "\u22120.04 \u22120.02 0.00 0.02 0.04");
}

TEST_CASE("an axis with round ends begins and ends at a tick") {
  CHECK(ticks({}, {0.03, 0.94}, 8, true) == "0.0 0.2 0.4 0.6 0.8 1.0");
  CHECK(ticks({}, {-6.1, -3.5}, 8, true) ==
        "\u22126.5 \u22126.0 \u22125.5 \u22125.0 \u22124.5 \u22124.0 \u22123.5");
  CHECK(ticks({"", true}, {0.004, 2000}, 9, true) == "0.001 0.01 0.1 1 10 100 1,000 10,000");
}

TEST_CASE("a logarithmic axis has ticks at decades, and at 2 and 5 times them if it is short") {
  CHECK(ticks({"", true}, {250, 16000}, 9) == "500 1,000 2,000 5,000 10,000");
  CHECK(ticks({"", true}, {250, 16000}, 3) == "1,000 10,000");
  CHECK(ticks({"", true}, {1, 1e8}, 4) == "1 1,000 1,000,000");
  CHECK(ticks({"", true}, {1e-9, 1e-7}, 3) == "1e\u22129 1e\u22128 1e\u22127");
}

TEST_CASE("an axis covers required values, and also works with one value or none") {
  CHECK(ticks({"", false, {0, 1}}, {0.4, 0.5}, 6, true) == "0.0 0.2 0.4 0.6 0.8 1.0");
  CHECK(ticks({"", false, {0, 1}}, {0.4, 1.3}, 8, true) == "0.0 0.2 0.4 0.6 0.8 1.0 1.2 1.4");
  CHECK(Scale({}, {7}, false).at(7) == 0);
  CHECK_FALSE(ticks({}, {1e18, 1e18 + 1}, 5).empty());
  CHECK_FALSE(ticks({"", true}, {INFINITY, -INFINITY}, 5).empty());
}

}  // namespace
}  // namespace trivium::learning::charts
