#include "learning/harness/curve_svg.h"

#include <array>
#include <doctest/doctest.h>

namespace trivium::learning {
namespace {

TEST_CASE("a curve goes from the left to the right and between the ends of its scale") {
  const std::array<std::size_t, 3> iterations = {0, 1, 2};
  const std::array lines = {CurveLine{"learned", {1.0, 1.5, 2.0}}, CurveLine{"held out", {2.0, 1.0, 1.0}}};
  const std::string svg = curve_svg("Loss", iterations, {1.0, 2.0, 0.5, 1}, lines);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find("points=\"70.0,300.0 330.0,170.0 590.0,40.0 \"") != std::string::npos);
  CHECK(svg.find("points=\"70.0,40.0 330.0,300.0 590.0,300.0 \"") != std::string::npos);
  for (const char* told : {">1.0<", ">1.5<", ">2.0<", ">learned<", ">held out<", ">Loss<"}) CHECK(svg.find(told) != std::string::npos);
}

TEST_CASE("many iterations are not all told") {
  std::vector<std::size_t> iterations(100);
  for (std::size_t i = 0; i < iterations.size(); ++i) iterations[i] = 1000 + i;
  const std::string svg = curve_svg("", iterations, {0.0, 1.0, 1.0, 0}, {});
  CHECK(svg.find(">1010<") != std::string::npos);
  CHECK(svg.find(">1011<") == std::string::npos);
}

}  // namespace
}  // namespace trivium::learning
