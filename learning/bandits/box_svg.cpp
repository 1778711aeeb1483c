#include "learning/bandits/box_svg.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "learning/harness/markup.h"

namespace trivium::learning::bandit_lab {

namespace {

constexpr double kChartWidth = 470;
constexpr double kChartHeight = 270;
constexpr double kChartLeft = 45;
constexpr double kChartRight = 460;
constexpr double kChartTop = 52;
constexpr double kChartBottom = 240;
constexpr std::array<std::string_view, 2> kBoxColors = {"#1f77b4", "#7f7f7f"};
constexpr std::array<std::string_view, 2> kMarkColors = {"#d62728", "#2ca02c"};

double height_of_share(double share) noexcept { return kChartBottom - (kChartBottom - kChartTop) * share; }

std::string drawn_box(const Box& box, double middle, double half, std::string_view color) {
  const auto y = [](double share) { return height_of_share(share); };
  std::string svg = fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}V{4:.1f}\" stroke=\"{5}\"/>\n", middle, y(box.high),
                                y(box.upper), y(box.lower), y(box.low), color);
  svg +=
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" fill-opacity=\"0.2\" stroke=\"{}\"/>\n",
                  middle - half, y(box.upper), 2 * half, y(box.lower) - y(box.upper), color, color);
  svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-width=\"2\"/>\n", middle - half, y(box.median), middle + half,
                     color);
  for (const double outlier : box.outliers) {
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"none\" stroke=\"{}\"/>\n", middle, y(outlier), color);
  }
  return svg;
}

std::string drawn_group(const BoxGroup& group, double middle, double width) {
  std::string svg =
      fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", middle, kChartBottom + 18, escape_markup(group.label));
  const auto kinds = static_cast<double>(group.boxes.size());
  const double each = 0.7 * width / std::max(1.0, kinds), half = std::min(0.38 * each, 16.0);
  for (std::size_t i = 0; i < group.boxes.size(); ++i) {
    svg += drawn_box(group.boxes[i], middle + (static_cast<double>(i) - (kinds - 1) / 2) * each, half, kBoxColors[i]);
  }
  for (std::size_t i = 0; i < group.marks.size(); ++i) {
    const double y = height_of_share(group.marks[i]), reach = 0.42 * width;
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n", middle - reach, y,
                       middle + reach, kMarkColors[i], i == 0 ? "none" : "5 3");
  }
  return svg;
}

std::string drawn_chart(const BoxChart& chart) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"18\" font-weight=\"bold\">{}</text>\n", kChartLeft, escape_markup(chart.title));
  double legend = kChartLeft;
  const auto name = [&](std::string_view text, std::string_view color) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"38\" fill=\"{}\">{}</text>\n", legend, color, escape_markup(text));
    legend += 14 + 6.6 * static_cast<double>(text.size());
  };
  for (std::size_t i = 0; i < chart.boxes.size(); ++i) name(chart.boxes[i], kBoxColors[i]);
  for (std::size_t i = 0; i < chart.marks.size(); ++i) name(chart.marks[i], kMarkColors[i]);
  for (int tick = 0; tick <= 5; ++tick) {
    const double y = height_of_share(tick / 5.0);
    svg += fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.1f}</text>\n",
                       kChartLeft, kChartRight, y, kChartLeft - 6, y + 4, tick / 5.0);
  }
  const double width = (kChartRight - kChartLeft) / static_cast<double>(std::max<std::size_t>(1, chart.groups.size()));
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    svg += drawn_group(chart.groups[i], kChartLeft + width * (static_cast<double>(i) + 0.5), width);
  }
  return svg;
}

}  // namespace

std::string box_svg(std::span<const BoxChart> charts) {
  const std::size_t rows = (charts.size() + 1) / 2;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      2 * kChartWidth, kChartHeight * static_cast<double>(rows));
  for (std::size_t i = 0; i < charts.size(); ++i) {
    svg += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", kChartWidth * static_cast<double>(i % 2),
                       kChartHeight * static_cast<double>(i / 2), drawn_chart(charts[i]));
  }
  return svg + "</svg>\n";
}

}  // namespace trivium::learning::bandit_lab
