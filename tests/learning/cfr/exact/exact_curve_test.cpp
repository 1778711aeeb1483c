#include <algorithm>
#include <array>
#include <doctest/doctest.h>

#include "learning/cfr/exact/exact_run.h"

namespace trivium::learning::cfr {
namespace {

TEST_CASE("curves are measured at 1, 2, 3, 5 and 7 times powers of ten, and at the end") {
  CHECK(curve_iterations(1) == std::vector<std::uint64_t>{1});
  CHECK(curve_iterations(4) == std::vector<std::uint64_t>{1, 2, 3, 4});
  CHECK(curve_iterations(60) == std::vector<std::uint64_t>{1, 2, 3, 5, 7, 10, 20, 30, 50, 60});
  CHECK(curve_iterations(100) ==
        std::vector<std::uint64_t>{1, 2, 3, 5, 7, 10, 20, 30, 50, 70, 100});
  const std::vector<std::uint64_t> maximum = curve_iterations(~std::uint64_t{0});
  CHECK(std::is_sorted(maximum.begin(), maximum.end()));
  CHECK(maximum.back() == ~std::uint64_t{0});
}

TEST_CASE("the table of a curve has a column for each variant") {
  constexpr std::array kVariants{Variant::kCfr, Variant::kPredictive};
  const std::vector<CurvePoint> curve{{1, {2373.6111, 100}}, {10, {0.25, 0.000125}}};
  CHECK(exact_csv(kVariants, curve) == "iterations,cfr,pcfr+\n1,2373.61,100\n10,0.25,0.000125\n");
}

TEST_CASE("the chart of a curve has logarithmic axes and a line for each variant") {
  constexpr std::array kVariants{Variant::kCfr};
  const std::vector<CurvePoint> curve{{1, {100}}, {10, {10}}, {100, {1}}};
  const std::string svg = exact_svg("Leduc", kVariants, curve);
  for (const char* label : {">Leduc<", ">cfr<", ">exploitability (mbb/g)<", ">1<", ">10<", ">100<"})
    CHECK(svg.find(label) != std::string::npos);
  CHECK(exact_svg("nothing left", kVariants, std::vector<CurvePoint>{{1, {0}}}).find("nan") ==
        std::string::npos);
}

}  // namespace
}  // namespace trivium::learning::cfr
