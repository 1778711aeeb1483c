#include "learning/charts/chart.h"

#include <cmath>
#include <limits>

#include "tests/learning/charts/svg_boxes.h"

namespace trivium::learning::charts {
namespace {

using test::check_texts;
using test::count;
using test::text_boxes;

/// A chart with `lines` lines that end close to each other.
Chart converging(std::size_t lines) {
  Chart chart{"", {"iterations"}, {"loss (nats)"}};
  for (std::size_t i = 0; i < lines; ++i) {
    const double number = static_cast<double>(i);
    chart.lines.push_back(
        {"a line with a name " + std::to_string(i), {{1, number}, {100, 1 + 0.001 * number}}});
  }
  return chart;
}

double height_of(const std::string& svg, std::string_view text) {
  for (const test::TextBox& box : text_boxes(svg)) {
    if (box.text == text) return box.bottom;
  }
  FAIL(text);
  return 0;
}

TEST_CASE("a line goes from left to right along its points, with its name beside its end") {
  const std::string svg =
      svg_of(Picture{"Loss by iteration",
                     {{"", {"iterations"}, {"loss (nats)"}, {{"held out", {{0, 1}, {10, 2}}}}}}});
  check_texts(svg);
  for (const char* const text : {">Loss by iteration<", ">iterations<", ">loss (nats)<",
                                 ">held out<", ">1.0<", ">2.0<", ">10<"})
    CHECK(svg.find(text) != std::string::npos);
  CHECK(height_of(svg, "held out") == doctest::Approx(height_of(svg, "2.0")));
}

TEST_CASE("a picture has a title, a description in words, and colors for light and dark") {
  const std::string svg =
      svg_of(Picture{"R&D <x>", {{"", {"games"}, {"score (%)"}, {{"ours", {{1, 40}, {9, 60}}}}}}});
  CHECK(svg.find(" role=\"img\"") != std::string::npos);
  CHECK(svg.find("<title>R&amp;D &lt;x&gt;</title>") != std::string::npos);
  CHECK(svg.find("<desc>score (%) by games: ours from 40 at 1 to 60 at 9.</desc>") !=
        std::string::npos);
  CHECK(svg.find("@media (prefers-color-scheme:dark)") != std::string::npos);
}

TEST_CASE("names of lines that end at the same point are moved apart") {
  for (const std::size_t lines : {2, 5, 7}) {
    const std::string svg = svg_of(Picture{"", {converging(lines)}});
    check_texts(svg);
    CHECK(count(svg, ">a line with a name ") == lines);
  }
}

TEST_CASE("a chart shows at most seven lines; more are drawn in several charts") {
  CHECK(count(svg_of(Picture{"", {converging(7)}}), ">loss (nats)<") == 1);
  const std::string svg = svg_of(Picture{"", {converging(15)}, 2});
  check_texts(svg);
  CHECK(count(svg, ">loss (nats)<") == 3);
  CHECK(count(svg, "class=\"line ") == 15);
}

TEST_CASE("long texts are shortened or wrapped, so that they stay inside the picture") {
  const std::string words(300, 'W');
  Chart chart{words, {words}, {words}, {{words, {{1, 1}, {2, 3}}}}, {{words, 2}}};
  const std::string svg = svg_of(
      Picture{"many words " + words +
                  " and more words than there is room for in one line of the title of a picture",
              {chart, chart, chart},
              2,
              words});
  check_texts(svg);
  CHECK(count(svg, "\u2026") > 0);
}

TEST_CASE("an interval is a band, and a value that cannot be shown breaks line and band") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  Chart chart{"",
              {"games"},
              {"score (%)"},
              {{"a", {{1, 2}, {2, 3}, {3, none}, {4, 3}}, {{1, 3}, {2, 4}, {none, none}, {2, 4}}}}};
  const std::string svg = svg_of(Picture{"", {chart}});
  check_texts(svg);
  CHECK(count(svg, "class=\"area s0\"") == 1);
  CHECK(count(svg, "Z") == 1);
  CHECK(svg.find("nan") == std::string::npos);
  chart.y.logarithmic = true;
  chart.lines = {{"b", {{1, 0}, {2, -1}, {3, INFINITY}}}};
  const std::string nothing = svg_of(Picture{"", {chart}});
  check_texts(nothing);
  CHECK(count(nothing, "class=\"line ") == 0);
  CHECK(nothing.find("inf") == std::string::npos);
}

TEST_CASE("boxes of a group are side by side, and their names are at the right") {
  const Box wide{0.1, 0.2, 0.5, 0.6, 0.7, {0.95}}, narrow{0.2, 0.3, 0.4, 0.5, 0.6};
  Chart chart{"", {"rounds"}, {"right (share)", false, {0, 1}}};
  chart.groups = {"500", "1000", "3000"};
  for (const auto& [name, box] : {std::pair("tbba_tree", wide), std::pair("uniform_tree", narrow)})
    chart.lines.push_back({name,
                           {{0, box.median}, {1, box.median}, {2, box.median}},
                           {},
                           false,
                           {},
                           {box, box, box}});
  chart.lines.push_back({"ttba", {{0, 0.8}, {1, 0.8}, {2, 0.8}}, {}, true});
  const std::string svg = svg_of(Picture{"Boxes", {chart}});
  check_texts(svg);
  CHECK(count(svg, "class=\"area s0\"") == 3);
  CHECK(count(svg, "class=\"area s1\"") == 3);
  CHECK(count(svg, "class=\"line s2 dashed\"") == 1);
  CHECK(count(svg, "<circle") == 3);
  for (const char* const text : {">tbba_tree<", ">uniform_tree<", ">ttba<", ">3000<"})
    CHECK(svg.find(text) != std::string::npos);
}

TEST_CASE(
    "a forest plot has a row for each estimate; intervals beyond its range are cut with an arrow") {
  Forest forest{"Weights", {"difference (%)"}, 200, {}};
  forest.rows.push_back({"mobility", 23, {12, 34}, "+23 % (+12 to +34 %)", Tone::kMore});
  forest.rows.push_back({"attack", -10, {-400, 5}, "\u221210 %", Tone::kLess, true});
  forest.rows.push_back({std::string(200, 'n'), 1e9, {1e8, 1e10}, std::string(200, '9')});
  const std::string svg = svg_of(forest);
  check_texts(svg);
  CHECK(count(svg, "<circle") == 2);
  CHECK(count(svg, "class=\"dot hollow s1\"") == 1);
  CHECK(count(svg, "l-6 4l6 4") == 1);
  CHECK(svg.find("<desc>difference (%): mobility +23 % (+12 to +34 %); attack") !=
        std::string::npos);
}

TEST_CASE("a picture without values has axes") {
  check_texts(svg_of(Picture{"Nothing", {{"", {"games"}, {"score (%)"}, {}}}}));
  check_texts(
      svg_of(Picture{"One", {{"", {"games", true}, {"score (%)", true}, {{"a", {{7, 7}}}}}}}));
  CHECK(count(svg_of(Picture{"One", {{"", {"games"}, {"score (%)"}, {{"a", {{7, 7}}}}}}}),
              "<circle") == 1);
}

}  // namespace
}  // namespace trivium::learning::charts
