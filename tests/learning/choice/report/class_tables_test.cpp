#include "learning/choice/report/class_tables.h"

#include <array>
#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "tests/text_search.h"

namespace trivium::learning::choice {
namespace {

Fit fit_with(double weight, std::uint64_t moves) {
  Fit fit;
  fit.weights = {weight};
  fit.standard_errors = {0.25};
  fit.sums.cases = moves;
  return fit;
}

GrownClasses two_classes() {
  GrownClasses grown;
  grown.all = fit_with(1, 500);
  grown.classes = *chess::PositionClasses::parse("phase<50 . .");
  grown.fits = {fit_with(2, 200), fit_with(0.5, 300)};
  grown.tried = {{"all positions", "phase < 50", 12.5, {8, 2}, true},
                 {"phase < 50", "in check", 3, {-1, 1}, false}};
  return grown;
}

TEST_CASE("the table of classes has a row for all positions and for each class") {
  const std::array<std::string, 1> names{"material"};
  CHECK(classes_csv(two_classes(), names) ==
        "conditions,moves,material,material_low,material_high\n"
        "\"all positions\",500,1,0.510009,1.48999\n"
        "\"phase < 50\",200,2,1.51001,2.48999\n"
        "\"phase >= 50\",300,0.5,0.010009,0.989991\n");
  GrownClasses one;
  one.all = fit_with(1, 500);
  one.fits = {one.all};
  CHECK(count_of(classes_csv(one, names), "\n") == 2);
}

TEST_CASE("the table and the picture of splits show what was gained and what was kept") {
  GrownClasses grown = two_classes();
  CHECK(splits_csv(grown) ==
        "conditions,question,expected_gain,gain,gain_error,kept\n"
        "\"all positions\",\"phase < 50\",12.5,8,2,1\n"
        "\"phase < 50\",\"in check\",3,-1,1,0\n");
  CHECK(contains(splits_svg(grown), ">left out<"));
  grown.tried[1].gain.error = std::numeric_limits<double>::infinity();
  CHECK(splits_csv(grown).ends_with(",3,-1,,0\n"));
  CHECK_FALSE(contains(splits_svg(grown), ">left out<"));
  CHECK(splits_svg({}).starts_with("<svg "));
}

TEST_CASE("the table of predictions omits parts without moves") {
  ClassFigures held_out{"held_out", {}, {}, {3, 1.5}};
  held_out.whole = {{10, -10, -20, 5}, 9};
  held_out.by_class = {{10, -5, -20, 6}, 9};
  const std::array figures{ClassFigures{"train", {}, {}, {}}, held_out};
  CHECK(predictions_csv(figures) ==
        "games,moves,bits,compression,bits_by_class,compression_by_class,gain,gain_error\n"
        "held_out,10,1.44270,0.50000,0.72135,0.25000,3,1.5\n");
}

}  // namespace
}  // namespace trivium::learning::choice
