#include "learning/harness/curve_svg.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace trivium::learning {

namespace {

constexpr double kLeft = 70;
constexpr double kRight = 590;  // the legend stands beyond
constexpr double kTop = 40;
constexpr double kBottom = 300;
constexpr std::array<std::string_view, 4> kColours = {"#1f77b4", "#d62728", "#2ca02c", "#7f7f7f"};

}  // namespace

std::string curve_svg(std::string_view title, std::span<const std::size_t> iterations, const CurveScale& scale,
                      std::span<const CurveLine> lines) {
  const auto x = [&](std::size_t i) {
    return kLeft + (kRight - kLeft) * static_cast<double>(i) / std::max(1.0, static_cast<double>(iterations.size()) - 1.0);
  };
  const auto y = [&](double value) { return kBottom - (kBottom - kTop) * (value - scale.low) / (scale.high - scale.low); };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"340\" viewBox=\"0 0 760 340\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"760\" height=\"340\" fill=\"#fff\"/>\n";
  svg += fmt::format("<text x=\"{}\" y=\"24\" font-weight=\"bold\">{}</text>\n", kLeft, title);
  const auto ticks = static_cast<int>((scale.high - scale.low) / scale.step + 0.5);
  for (int i = 0; i <= ticks; ++i) {
    const double tick = scale.low + scale.step * i;
    svg +=
        fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.{6}f}</text>\n",
                    kLeft, kRight, y(tick), kLeft - 6, y(tick) + 4, tick, scale.decimals);
  }
  for (std::size_t i = 0; i < iterations.size(); i += std::max<std::size_t>(1, iterations.size() / 10)) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(i), kBottom + 18, iterations[i]);
  }
  double legend = kTop + 12;
  for (std::size_t line = 0; line < lines.size(); ++line, legend += 18) {
    svg += fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" points=\"", kColours[line]);
    for (std::size_t i = 0; i < lines[line].values.size(); ++i) svg += fmt::format("{:.1f},{:.1f} ", x(i), y(lines[line].values[i]));
    svg += fmt::format("\"/>\n<path d=\"M{0} {1}h20\" stroke-width=\"2\" stroke=\"{2}\"/>\n<text x=\"{3}\" y=\"{4}\">{5}</text>\n",
                       kRight + 12, legend - 4, kColours[line], kRight + 38, legend, lines[line].name);
  }
  return svg + "</svg>\n";
}

}  // namespace trivium::learning
