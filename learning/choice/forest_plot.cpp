#include "learning/choice/forest_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "learning/choice/report_figures.h"

namespace trivium::learning::choice {

namespace {

constexpr double kFarthest = 2;    // what is drawn at all
constexpr double kMargin = 0.06;   // at both ends, as a part of what is drawn
constexpr double kMinSpan = 1e-4;  // where all differences are next to nothing
constexpr double kMaxTicks = 5;
constexpr std::size_t kShortName = 16;  // letters that stand beside an interval

/// 1, 2 or 5 times a power of ten.
double round_step(double span) {
  const double least = span / kMaxTicks, power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10 * power;
}

/// Where parts are, from the left, in percent of the width.
class ForestAxis {
 public:
  explicit ForestAxis(std::span<const ForestRow> rows) {
    for (const ForestRow& row : rows) {
      low_ = std::min(low_, clipped(row.part.low));
      high_ = std::max(high_, clipped(row.part.high));
    }
    step_ = round_step(std::max(high_ - low_, kMinSpan));
    const double margin = kMargin * std::max(high_ - low_, kMinSpan);
    low_ -= margin;
    high_ += margin;
  }

  static double clipped(double part) noexcept { return std::clamp(part, -kFarthest, kFarthest); }
  double at(double part) const noexcept { return 100 * (clipped(part) - low_) / (high_ - low_); }

  template <class Draw>
  void for_each_tick(const Draw& draw) const {
    for (double number = std::ceil(low_ / step_); number * step_ <= high_; ++number) draw(number * step_);
  }
  /// Decimals that ticks need as percents.
  int decimals() const noexcept { return static_cast<int>(std::max(0.0, -std::floor(std::log10(100 * step_) + 1e-9))); }

 private:
  double low_ = 0;
  double high_ = 0;
  double step_ = 0;
};

std::string tick_lines(const ForestAxis& axis) {
  std::string svg;
  axis.for_each_tick([&](double tick) {
    svg += fmt::format("<line class=\"{0}\" x1=\"{1:.2f}%\" x2=\"{1:.2f}%\" y1=\"0\" y2=\"100%\"/>", tick == 0 ? "zero" : "grid",
                       axis.at(tick));
  });
  return svg;
}

/// At the end of an interval that goes on beyond the picture.
std::string arrow(double at, int direction, std::string_view color) {
  return fmt::format("<svg x=\"{:.2f}%\" y=\"50%\" overflow=\"visible\"><path class=\"reach {}\" d=\"M{} -4L0 0L{} 4\"/></svg>", at, color,
                     -6 * direction, -6 * direction);
}

std::string interval_svg(const ForestRow& row, const ForestAxis& axis) {
  const std::string_view color = verdict_class(row.verdict);
  std::string svg = fmt::format("<line class=\"reach {}\" x1=\"{:.2f}%\" x2=\"{:.2f}%\" y1=\"50%\" y2=\"50%\"/>", color,
                                axis.at(row.part.low), axis.at(row.part.high));
  if (row.part.low < -kFarthest) svg += arrow(axis.at(-kFarthest), -1, color);
  if (row.part.high > kFarthest) svg += arrow(axis.at(kFarthest), 1, color);
  if (std::abs(row.part.value) <= kFarthest)
    svg += fmt::format("<circle class=\"dot {}\" cx=\"{:.2f}%\" cy=\"50%\" r=\"5\"/>", color, axis.at(row.part.value));
  return svg;
}

std::string row_html(const ForestRow& row, const ForestAxis& axis) {
  const int decimals = percent_decimals_of(row.part);
  return fmt::format(
      "<span class=\"name\">{}</span>\n<span class=\"figures{}\">{} <span class=\"range\">{}</span></span>\n"
      "<svg class=\"interval\" width=\"100%\" height=\"34\" aria-hidden=\"true\">{}{}</svg>\n",
      row.name, row.verdict == Verdict::kMore || row.verdict == Verdict::kLess ? " told" : "",
      percent_text(row.part.value, decimals, Sign::kAlways), percent_range_text(row.part.low, row.part.high, decimals, Sign::kAlways),
      tick_lines(axis), interval_svg(row, axis));
}

std::string axis_html(const ForestAxis& axis) {
  std::string svg;
  axis.for_each_tick([&](double tick) {
    svg += fmt::format("<text x=\"{:.2f}%\" y=\"16\" text-anchor=\"middle\">{}</text>", axis.at(tick),
                       tick == 0 ? "0" : percent_text(tick, axis.decimals(), Sign::kAlways));
  });
  svg += "<text class=\"side\" x=\"0\" y=\"38\">\u2190 less</text>";
  svg += "<text class=\"side\" x=\"100%\" y=\"38\" text-anchor=\"end\">more \u2192</text>";
  return fmt::format("<svg class=\"interval axis\" width=\"100%\" height=\"44\" aria-hidden=\"true\">{}</svg>\n", svg);
}

}  // namespace

std::string verdict_mark(Verdict verdict) {
  return fmt::format(
      "<svg class=\"mark\" width=\"26\" height=\"12\" aria-hidden=\"true\"><line class=\"reach {0}\" x1=\"1\" x2=\"25\" y1=\"6\" y2=\"6\"/>"
      "<circle class=\"dot {0}\" cx=\"13\" cy=\"6\" r=\"4.5\"/></svg>",
      verdict_class(verdict));
}

std::string forest_plot(std::span<const ForestRow> rows) {
  const ForestAxis axis(rows);
  const bool short_names = std::ranges::all_of(rows, [](const ForestRow& row) { return row.name.size() <= kShortName; });
  std::string html = fmt::format("<div class=\"forest{}\">\n", short_names ? " wide" : "");
  for (const ForestRow& row : rows) html += row_html(row, axis);
  return html + axis_html(axis) + "</div>\n";
}

}  // namespace trivium::learning::choice
