// Charts as plain structs, and a function that renders them as SVG.
//
// All pictures of this project are rendered here, so that all have the same parts: axis titles with
// units, round ticks, intervals as bands, names at the ends of lines, a title and a description for
// screen readers, colors that color-blind readers can distinguish (Okabe and Ito 2008), and a dark
// mode. A picture needs no other file. The same values give the same text on every machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trivium::learning::charts {

struct Point {
  double x = 0;
  double y = 0;
};

struct Interval {
  double low = 0;
  double high = 0;
};

struct Axis {
  std::string title;  ///< with the unit in parentheses: "exploitability (mbb/g)"
  bool logarithmic = false;
  std::vector<double> also{};  ///< further values that the axis must include
};

/// A box of a box plot: quartiles, whiskers, and the values beyond the whiskers.
struct Box {
  double low = 0;     ///< end of the lower whisker
  double lower = 0;   ///< lower quartile
  double median = 0;  ///< equal to y of its point
  double upper = 0;   ///< upper quartile
  double high = 0;    ///< end of the upper whisker
  std::vector<double> outliers{};
};

/// A line, or a row of boxes. Values that an axis cannot show (infinite, not a number, or not above
/// 0 on a logarithmic axis) break the line.
struct Line {
  std::string name;  ///< shown at the end of the line; empty for none
  std::vector<Point> points;
  std::vector<Interval> band{};  ///< one interval per point, or empty
  bool dashed = false;
  std::optional<std::size_t> color{};  ///< index of the color; default: index of the line
  std::vector<Box> boxes{};            ///< drawn instead of the line: one per point, or empty
};

/// A horizontal line at a fixed value.
struct Reference {
  std::string name;
  double value = 0;
};

struct Chart {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Line> lines{};
  std::vector<Reference> references{};
  std::vector<std::string> groups{};  ///< if not empty: names of x = 0, 1, ... instead of numbers
};

/// Charts in rows. A chart with more than kMaxLines colors is drawn as several charts.
struct Picture {
  std::string title;
  std::vector<Chart> charts;
  std::size_t columns = 1;  ///< at least 1
  std::string note{};       ///< below the charts
};

/// Number of lines that a chart can show in different colors.
inline constexpr std::size_t kMaxLines = 7;

/// Color of a row of a forest plot: gray, blue or vermilion.
enum class Tone : unsigned char { kNone, kMore, kLess };

/// A row of a forest plot. Requires: finite `value`.
struct ForestRow {
  std::string name;
  double value = 0;
  Interval interval{};
  std::string figures{};  ///< text at the right
  Tone tone = Tone::kNone;
  bool hollow = false;  ///< draws a hollow dot, for a difference that is not significant
};

/// A forest plot: estimates with their intervals, one below the other, and a vertical line at 0.
struct Forest {
  std::string title;
  Axis x;
  double farthest = 0;  ///< intervals are clipped to [-farthest, farthest] and get an arrow there
  std::vector<ForestRow> rows{};
};

/// Returns the picture as an SVG document.
std::string svg_of(const Picture& picture);
std::string svg_of(const Forest& forest);

}  // namespace trivium::learning::charts
