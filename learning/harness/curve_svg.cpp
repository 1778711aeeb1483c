#include "learning/harness/curve_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "learning/harness/markup.h"

namespace trivium::learning {

namespace {

constexpr double kLeft = 70;
constexpr double kRight = 590;  // the legend stands beyond
constexpr double kTop = 40;     // in a chart
constexpr double kBottom = 300;
constexpr double kHeight = 340;  // of a chart with its title and what stands at its foot
constexpr std::array<std::string_view, 5> kColors = {"#1f77b4", "#d62728", "#2ca02c", "#7f7f7f", "#ff7f0e"};

/// Where places and values are in a chart.
class Axes {
 public:
  Axes(std::span<const std::size_t> places, CurveAxes kind) noexcept : places_(places), logarithmic_(kind == CurveAxes::kLogarithmic) {}

  std::span<const std::size_t> places() const noexcept { return places_; }
  bool logarithmic() const noexcept { return logarithmic_; }

  /// Of place i.
  double across(std::size_t i) const noexcept {
    if (logarithmic_) return across_of(static_cast<double>(places_[i]));
    return kLeft + (kRight - kLeft) * static_cast<double>(i) / std::max(1.0, static_cast<double>(places_.size()) - 1.0);
  }
  /// Of a number at the foot of a logarithmic chart.
  double across_of(double number) const noexcept {
    const double first = std::log10(static_cast<double>(places_.front())), last = std::log10(static_cast<double>(places_.back()));
    return kLeft + (kRight - kLeft) * (std::log10(number) - first) / (last > first ? last - first : 1.0);
  }
  double height_of(double value, const CurveScale& scale) const noexcept {
    return level_of(logarithmic_ ? std::log10(value) : value, scale);
  }
  /// Of a tick.
  static double level_of(double tick, const CurveScale& scale) noexcept {
    return kBottom - (kBottom - kTop) * (tick - scale.low) / (scale.high - scale.low);
  }

 private:
  std::span<const std::size_t> places_;
  bool logarithmic_;
};

std::string told(double tick, const CurveScale& scale, const Axes& axes) {
  if (!axes.logarithmic()) return fmt::format("{:.{}f}", tick, scale.decimals);
  return fmt::format("{:.{}f}", std::pow(10.0, tick), static_cast<int>(std::max(0.0, std::ceil(-tick))));
}

/// What stands at the foot.
std::string foot(const Axes& axes) {
  const std::span<const std::size_t> places = axes.places();
  std::string svg;
  const auto tell = [&svg](double x, double number) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.0f}</text>\n", x, kBottom + 18, number);
  };
  if (!axes.logarithmic()) {
    for (std::size_t i = 0; i < places.size(); i += std::max<std::size_t>(1, places.size() / 10))
      tell(axes.across(i), static_cast<double>(places[i]));
  } else if (!places.empty()) {
    for (double power = 1; power <= static_cast<double>(places.back()); power *= 10) {
      if (power >= static_cast<double>(places.front())) tell(axes.across_of(power), power);
    }
  }
  return svg;
}

/// Text that a user chose, as SVG takes it.
/// Title, ticks and what stands at the foot.
std::string frame(const CurveChart& chart, const Axes& axes) {
  const CurveScale& scale = chart.scale;
  std::string svg = fmt::format("<text x=\"{}\" y=\"24\" font-weight=\"bold\">{}</text>\n", kLeft, escape_markup(chart.title));
  const auto ticks = static_cast<int>((scale.high - scale.low) / scale.step + 0.5);
  for (int i = 0; i <= ticks; ++i) {
    const double tick = scale.low + scale.step * i;
    const double y = Axes::level_of(tick, scale);
    svg += fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
                       kLeft, kRight, y, kLeft - 6, y + 4, told(tick, scale, axes));
  }
  return svg + foot(axes);
}

/// A line of a chart, and its name at that height.
std::string drawn(const CurveLine& line, const CurveScale& scale, const Axes& axes, std::string_view color, double legend) {
  std::string svg = fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" points=\"", color);
  for (std::size_t i = 0; i < line.values.size(); ++i)
    svg += fmt::format("{:.1f},{:.1f} ", axes.across(i), axes.height_of(line.values[i], scale));
  return svg + fmt::format("\"/>\n<path d=\"M{0} {1}h20\" stroke-width=\"2\" stroke=\"{2}\"/>\n<text x=\"{3}\" y=\"{4}\">{5}</text>\n",
                           kRight + 12, legend - 4, color, kRight + 38, legend, line.name);
}

}  // namespace

std::string curve_svg(std::span<const std::size_t> places, std::span<const CurveChart> charts, CurveAxes kind) {
  const Axes axes(places, kind);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{0}\" viewBox=\"0 0 760 {0}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"760\" height=\"{0}\" fill=\"#fff\"/>\n",
      kHeight * static_cast<double>(charts.size()));
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const CurveChart& chart = charts[i];
    svg += fmt::format("<g transform=\"translate(0 {})\">\n{}", kHeight * static_cast<double>(i), frame(chart, axes));
    for (std::size_t line = 0; line < chart.lines.size(); ++line)
      svg += drawn(chart.lines[line], chart.scale, axes, kColors[line], kTop + 12 + 18 * static_cast<double>(line));
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace trivium::learning
