#include "learning/harness/curve_svg.h"

#include <array>
#include <doctest/doctest.h>

namespace trivium::learning {
namespace {

TEST_CASE("a curve goes from the left to the right and between the ends of its scale") {
  const std::array<std::size_t, 3> iterations = {0, 1, 2};
  const CurveChart chart{"Loss", {1.0, 2.0, 0.5, 1}, {{"learned", {1.0, 1.5, 2.0}}, {"held out", {2.0, 1.0, 1.0}}}};
  const std::string svg = curve_svg(iterations, std::array{chart});
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find("points=\"70.0,300.0 330.0,170.0 590.0,40.0 \"") != std::string::npos);
  CHECK(svg.find("points=\"70.0,40.0 330.0,300.0 590.0,300.0 \"") != std::string::npos);
  for (const char* told : {">1.0<", ">1.5<", ">2.0<", ">learned<", ">held out<", ">Loss<"}) CHECK(svg.find(told) != std::string::npos);
}

TEST_CASE("charts stand one below the other, each with its own scale and the colors from the first on") {
  const std::array<std::size_t, 2> games = {500, 1000};
  const CurveChart worth{"Worth", {0.0, 100.0, 50.0, 0}, {{"pawn", {100.0, 0.0}}}};
  const CurveChart error{"Error", {0.0, 0.5, 0.1, 1}, {{"td", {0.5, 0.0}}}};
  const std::string one = curve_svg(games, std::array{worth}), both = curve_svg(games, std::array{worth, error});
  const auto count = [](const std::string& svg, std::string_view words) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(words); at != std::string::npos; at = svg.find(words, at + 1)) ++found;
    return found;
  };
  CHECK(one.find("height=\"340\"") != std::string::npos);
  CHECK(both.find("height=\"680\"") != std::string::npos);
  CHECK(both.find("translate(0 340)") < both.find(">Error<"));
  CHECK(both.find("translate(0 340)") > both.find(">Worth<"));
  CHECK(count(both, "stroke=\"#1f77b4\" points=\"70.0,40.0 590.0,300.0 \"") == 2);
  for (const char* told : {">100<", ">0.4<"}) CHECK(count(both, told) == 1);
  CHECK(count(both, ">1000<") == 2);
}

TEST_CASE("a title may have letters that mean something in SVG") {
  const std::vector<std::size_t> places = {1, 2};
  const CurveChart chart{"R&D <x>", {0, 1, 0.5, 1}, {{"line", {0.5, 0.75}}}};
  CHECK(curve_svg(places, std::span(&chart, 1)).find("R&amp;D &lt;x&gt;") != std::string::npos);
}

TEST_CASE("many iterations are not all told") {
  std::vector<std::size_t> iterations(100);
  for (std::size_t i = 0; i < iterations.size(); ++i) iterations[i] = 1000 + i;
  const std::string svg = curve_svg(iterations, std::array{CurveChart{"", {0.0, 1.0, 1.0, 0}, {}}});
  CHECK(svg.find(">1010<") != std::string::npos);
  CHECK(svg.find(">1011<") == std::string::npos);
}

TEST_CASE("on logarithmic axes the powers of ten lie evenly, at the foot and at the left") {
  const std::array<std::size_t, 4> iterations = {1, 10, 30, 1000};
  const CurveChart chart{"Error", {-2.0, 2.0, 1.0, 0}, {{"learned", {100.0, 1.0, 0.1, 0.01}}}};
  const std::string svg = curve_svg(iterations, std::array{chart}, CurveAxes::kLogarithmic);
  CHECK(svg.find("points=\"70.0,40.0 243.3,170.0 326.0,235.0 590.0,300.0 \"") != std::string::npos);
  for (const char* told : {">0.01<", ">0.1<", ">1<", ">10<", ">100<", ">1000<"}) CHECK(svg.find(told) != std::string::npos);
  CHECK(svg.find(">30<") == std::string::npos);
}

}  // namespace
}  // namespace trivium::learning
