#include "learning/charts/table_chart.h"

#include <doctest/doctest.h>
#include <stdexcept>

#include "tests/learning/charts/svg_boxes.h"

namespace trivium::learning::charts {
namespace {

using test::check_texts;
using test::count;

constexpr std::string_view kTable =
    "set,games,iteration,train,low,high,held_out\n"
    "\"a, b\",250,0,-5,-5.5,-4.5,-6\n\"a, b\",250,1,-4,-4.5,-3.5,-5\n\"a, "
    "b\",500,0,-4,-4.5,-3.5,\n\"a, b\",500,1,-3,-3.5,-2.5,\n"
    "c,250,0,-5,-5.5,-4.5,-6\nc,250,1,-4,-4.5,-3.5,-5\n";

std::string drawn(const TableChart& wanted) {
  const Result<std::string> svg = table_svg(kTable, wanted);
  REQUIRE_MESSAGE(svg, svg.error().message);
  check_texts(*svg);
  return *svg;
}

std::string fault(std::string_view table, const TableChart& wanted) {
  const Result<std::string> svg = table_svg(table, wanted);
  return svg ? "" : svg.error().message;
}

TEST_CASE("each column but the first is a line if nothing else is asked for") {
  const Result<std::string> svg = table_svg("iterations,cfr,cfr+\r\n1,100,90\r\n2,50,\r\n", {});
  REQUIRE(svg);
  check_texts(*svg);
  CHECK(count(*svg, "class=\"line ") == 2);
  for (const char* const text : {">iterations<", ">cfr<", ">cfr+<"}) CHECK(count(*svg, text) == 1);
}

TEST_CASE(
    "columns have names, intervals and dashes, and each list of them is a chart with a title of "
    "its own") {
  const std::string svg = drawn(
      {.title = "",
       .x = "iteration: iteration",
       .y = {"evidence (nats): train(low..high)=learned, ~held_out=held out", "other: held_out"},
       .where = {"set=c"}});
  CHECK(count(svg, "class=\"area s0\"") == 1);
  CHECK(count(svg, "class=\"line s0\"") == 2);
  CHECK(count(svg, "class=\"line s0 dashed\"") == 1);
  for (const char* const text :
       {">evidence (nats)<", ">other<", ">learned<", ">held out<", ">held_out<"})
    CHECK(count(svg, text) == 1);
}

TEST_CASE("columns can define which rows are one line, one chart, or left out") {
  const std::string svg = drawn({.title = "",
                                 .x = "iteration",
                                 .y = {"evidence: held_out, ~train"},
                                 .by = "games",
                                 .panels = "set",
                                 .references = {"paper=-2.89"}});
  CHECK(count(svg, ">set a, b<") == 1);
  CHECK(count(svg, ">set c<") == 1);
  CHECK(count(svg, ">250<") == 2);
  CHECK(count(svg, ">500<") == 0);  // its solid line has no values
  CHECK(count(svg, "class=\"line s1 dashed\"") == 1);
  CHECK(count(svg, ">paper<") == 2);
  const std::string later = drawn({.title = "",
                                   .x = "games",
                                   .y = {"train"},
                                   .by = "set",
                                   .where = {"iteration>=1", "games<=400"}});
  CHECK(count(later, "<circle") == 2);
}

TEST_CASE("charts of one column have the same axis") {
  const std::string svg =
      drawn({.title = "", .x = "iteration", .y = {"train"}, .by = "games", .panels = "set"});
  CHECK(count(svg, ">\u22123.0<") == 2);
}

TEST_CASE("an error names the option or the place in the table") {
  CHECK(fault("", {}) == "line 1: there are no columns");
  CHECK(fault("a,b\n1\n", {}) == "row 1: 1 cell, but the first line names 2");
  CHECK(fault("a,b\n1,x\n", {}) == "row 1, column b: 'x' is not a number");
  CHECK(fault(kTable, {.title = "", .x = "time", .y = {}})
            .starts_with("--x: no column 'time'; the table has set, games,"));
  CHECK(fault(kTable, {.title = "", .x = "games", .y = {"train(low)"}})
            .starts_with("--y: no column ''"));
  CHECK(fault(kTable, {.title = "", .x = "games", .y = {"train"}, .where = {"set"}})
            .starts_with("--where: 'set' is not COLUMN=VALUE"));
  CHECK(fault(kTable, {.title = "", .x = "games", .y = {"train"}, .where = {"set=d"}}) ==
        "--where: no row is left");
  CHECK(fault(kTable, {.title = "", .x = "games", .y = {"train"}, .references = {"paper"}}) ==
        "--reference: '' is not a number");
  CHECK(fault(kTable, {.title = "", .x = "games", .y = {"train"}, .y_at_least = "1"}) ==
        "--y-at-least: '' is not a number");
  CHECK_THROWS_AS(own_table_svg(kTable, {.title = "", .x = "time", .y = {}}), std::logic_error);
}

TEST_CASE("a table with only a header is a picture without lines") {
  const std::string svg = own_table_svg(
      "games,score\n", {.title = "Nothing yet", .x = "games", .y = {"score (%): score"}});
  check_texts(svg);
  CHECK(count(svg, "class=\"line ") == 0);
}

}  // namespace
}  // namespace trivium::learning::charts
