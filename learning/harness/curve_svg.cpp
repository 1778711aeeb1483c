#include "learning/harness/curve_svg.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace trivium::learning {

namespace {

constexpr double kLeft = 70;
constexpr double kRight = 590;  // the legend stands beyond
constexpr double kTop = 40;     // in a chart
constexpr double kBottom = 300;
constexpr double kHeight = 340;  // of a chart with its title and what stands at its foot
constexpr std::array<std::string_view, 5> kColours = {"#1f77b4", "#d62728", "#2ca02c", "#7f7f7f", "#ff7f0e"};

/// Of place i of so many.
double across(std::size_t i, std::size_t places) noexcept {
  return kLeft + (kRight - kLeft) * static_cast<double>(i) / std::max(1.0, static_cast<double>(places) - 1.0);
}

double height_of(double value, const CurveScale& scale) noexcept {
  return kBottom - (kBottom - kTop) * (value - scale.low) / (scale.high - scale.low);
}

/// Title, ticks and what stands at the foot.
std::string frame(const CurveChart& chart, std::span<const std::size_t> places) {
  const CurveScale& scale = chart.scale;
  std::string svg = fmt::format("<text x=\"{}\" y=\"24\" font-weight=\"bold\">{}</text>\n", kLeft, chart.title);
  const auto ticks = static_cast<int>((scale.high - scale.low) / scale.step + 0.5);
  for (int i = 0; i <= ticks; ++i) {
    const double tick = scale.low + scale.step * i;
    const double y = height_of(tick, scale);
    svg +=
        fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.{6}f}</text>\n",
                    kLeft, kRight, y, kLeft - 6, y + 4, tick, scale.decimals);
  }
  for (std::size_t i = 0; i < places.size(); i += std::max<std::size_t>(1, places.size() / 10)) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", across(i, places.size()), kBottom + 18, places[i]);
  }
  return svg;
}

/// A line of a chart, and its name at that height.
std::string drawn(const CurveLine& line, const CurveScale& scale, std::size_t places, std::string_view colour, double legend) {
  std::string svg = fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" points=\"", colour);
  for (std::size_t i = 0; i < line.values.size(); ++i)
    svg += fmt::format("{:.1f},{:.1f} ", across(i, places), height_of(line.values[i], scale));
  return svg + fmt::format("\"/>\n<path d=\"M{0} {1}h20\" stroke-width=\"2\" stroke=\"{2}\"/>\n<text x=\"{3}\" y=\"{4}\">{5}</text>\n",
                           kRight + 12, legend - 4, colour, kRight + 38, legend, line.name);
}

}  // namespace

std::string curve_svg(std::span<const std::size_t> places, std::span<const CurveChart> charts) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{0}\" viewBox=\"0 0 760 {0}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"760\" height=\"{0}\" fill=\"#fff\"/>\n",
      kHeight * static_cast<double>(charts.size()));
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const CurveChart& chart = charts[i];
    svg += fmt::format("<g transform=\"translate(0 {})\">\n{}", kHeight * static_cast<double>(i), frame(chart, places));
    for (std::size_t line = 0; line < chart.lines.size(); ++line)
      svg += drawn(chart.lines[line], chart.scale, places.size(), kColours[line], kTop + 12 + 18 * static_cast<double>(line));
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace trivium::learning
