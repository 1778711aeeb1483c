// A picture of charts as values, and its text as SVG.
//
// One writer for all pictures of this project, so that all have the same parts: axis titles with
// units, round ticks, intervals as bands, names beside the ends of lines, a title and a description
// for screen readers, colors that color-blind readers can tell apart (Okabe and Ito 2008), and a
// dark mode. A picture needs no other file. The same values give the same text on every machine.
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
  std::vector<double> also{};  ///< values to show beside those of the chart
};

/// Tukey's box: quartiles, whiskers, and the values beyond them.
struct Box {
  double low = 0;  ///< end of the lower whisker
  double lower = 0;
  double median = 0;
  double upper = 0;
  double high = 0;  ///< end of the upper whisker
  std::vector<double> outliers{};
};

/// Values that an axis cannot show (infinite, or not above 0 on a logarithmic axis) break the line.
struct Line {
  std::string name;  ///< beside its end; empty: none
  std::vector<Point> points;
  std::vector<Interval> band{};  ///< one for each point, or none at all
  bool dashed = false;
  std::optional<std::size_t> color{};  ///< number of the color; without: number of the line
  std::vector<Box> boxes{};  ///< drawn instead of the line: one for each point, its median
};

/// A horizontal line at a known value.
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
  std::vector<std::string> groups{};  ///< names at 0, 1, ... of the axis below, instead of numbers
};

/// Charts in rows. One with more than kMaxLines lines is drawn as several.
struct Picture {
  std::string title;
  std::vector<Chart> charts;
  std::size_t columns = 1;  ///< at least 1
  std::string note{};       ///< below the charts
};

/// Number of lines that a chart can show in different colors.
inline constexpr std::size_t kMaxLines = 7;

enum class Tone : unsigned char { kNone, kMore, kLess };

/// A row of a forest plot. Requires: finite values.
struct ForestRow {
  std::string name;
  double value = 0;
  Interval interval{};
  std::string figures{};  ///< at the right
  Tone tone = Tone::kNone;
  bool hollow = false;  ///< for a difference that is not certain
};

/// Estimates with their intervals, one below the other, about 0.
struct Forest {
  std::string title;
  Axis x;
  double farthest = 0;  ///< intervals are cut, with an arrow, beyond +- this
  std::vector<ForestRow> rows;
};

std::string svg_of(const Picture& picture);
std::string svg_of(const Forest& forest);

}  // namespace trivium::learning::charts
