#include "learning/tdleaf/learning_curve.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "learning/tdleaf/piece_worth.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::array kColumnNames = std::to_array<std::string_view>(
    {"generation",   "games",        "positions",  "alpha",       "td_difference", "result_error", "white_score", "draws",
     "plies",        "deciding",     "pawn",       "knight",      "bishop",        "rook",         "queen",       "pawn_worth",
     "knight_worth", "bishop_worth", "rook_worth", "queen_worth", "result_scale",  "draw_margin"});
static_assert(kColumnNames.size() == kCurveColumns);

/// A line of a chart.
struct Series {
  std::string_view name;
  Column column;
  std::string_view color;
};

constexpr std::array kPieceSeries = std::to_array<Series>({
    {"pawn", piece_column(Column::kPawnWorth, 0), "#7f7f7f"},
    {"knight", piece_column(Column::kPawnWorth, 1), "#1f77b4"},
    {"bishop", piece_column(Column::kPawnWorth, 2), "#2ca02c"},
    {"rook", piece_column(Column::kPawnWorth, 3), "#ff7f0e"},
    {"queen", piece_column(Column::kPawnWorth, 4), "#d62728"},
});
constexpr std::array kErrorSeries = std::to_array<Series>({
    {"successive predictions", Column::kDifference, "#1f77b4"},
    {"prediction and result", Column::kError, "#d62728"},
});

constexpr double kWidth = 760;
constexpr double kLeft = 60;
constexpr double kRight = 590;  // the legend stands beyond
constexpr int kTicks = 5;

/// One of the chart's axes: from values to places in the picture.
struct Axis {
  double low;
  double high;
  double from;  // the place of low
  double to;

  double place(double value) const noexcept { return from + (value - low) / (high - low) * (to - from); }
  double tick(int i) const noexcept { return low + (high - low) * i / kTicks; }
};

/// 1, 2 or 5 times a power of ten, just above: the end of an axis that begins with 0.
double round_above(double value) noexcept {
  if (!(value > 0.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= value) return step * power;
  }
  return 10.0 * power;
}

std::string frame(const Axis& x, const Axis& y, std::string_view title) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>\n", kLeft, y.to - 10, title);
  for (int i = 0; i <= kTicks; ++i) {
    const double at = y.place(y.tick(i));
    svg += fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n", kLeft, kRight, at);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.4g}</text>\n", kLeft - 6, at + 4, y.tick(i));
    svg +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.6g}</text>\n", x.place(x.tick(i)), y.from + 18, x.tick(i));
  }
  return svg + fmt::format("<path d=\"M{0} {2:.1f}V{3:.1f}H{1}\" fill=\"none\" stroke=\"#333\"/>\n", kLeft, kRight, y.to, y.from);
}

std::string curve(std::span<const CurveRow> rows, const Series& series, const Axis& x, const Axis& y, double legend) {
  std::string svg = "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + std::string(series.color) + "\" points=\"";
  for (const CurveRow& row : rows)
    svg += fmt::format("{:.1f},{:.1f} ", x.place(row[Column::kGames]), y.place(std::max(row[series.column], 0.0)));
  svg += "\"/>\n";
  svg += fmt::format("<path d=\"M{} {:.1f}h20\" stroke-width=\"2\" stroke=\"{}\"/>\n", kRight + 12, legend - 4, series.color);
  return svg + fmt::format("<text x=\"{}\" y=\"{:.1f}\">{}</text>\n", kRight + 38, legend, series.name);
}

/// A chart between two heights of the picture (y grows downwards); what is below 0 is drawn at 0.
std::string chart(std::span<const CurveRow> rows, std::span<const Series> all, std::string_view title, double top, double bottom) {
  double most_games = 0.0;
  double highest = 0.0;
  for (const CurveRow& row : rows) {
    most_games = std::max(most_games, row[Column::kGames]);
    for (const Series& series : all) highest = std::max(highest, row[series.column]);
  }
  const Axis x{0.0, std::max(most_games, 1.0), kLeft, kRight};
  const Axis y{0.0, round_above(highest), bottom, top};
  std::string svg = frame(x, y, title);
  double legend = top + 12;
  for (const Series& series : all) {
    svg += curve(rows, series, x, y, legend);
    legend += 18;
  }
  return svg;
}

}  // namespace

std::string_view name_of(Column column) noexcept { return kColumnNames[static_cast<std::size_t>(column)]; }

std::string curve_csv(std::span<const CurveRow> rows) {
  std::string csv = fmt::format("{}\n", fmt::join(kColumnNames, ","));
  for (const CurveRow& row : rows) csv += fmt::format("{:.9g}\n", fmt::join(row.values(), ","));
  return csv;
}

std::string curve_svg(std::span<const CurveRow> rows) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"560\" viewBox=\"0 0 {0} 560\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"560\" fill=\"#fff\"/>\n",
      kWidth);
  svg += chart(rows, kPieceSeries, "Worth of the pieces, centipawns, by games", 40, 300);
  svg += chart(rows, kErrorSeries, "Difference of predictions (root of the mean square), by games", 370, 520);
  return svg + "</svg>\n";
}

}  // namespace trivium::learning::tdleaf
