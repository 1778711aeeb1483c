#include "learning/outcome/report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace trivium::learning {

namespace {

/// One line for each key that either has.
std::string by_key(std::string_view head, const std::map<std::size_t, OutcomeSums>& train,
                   const std::map<std::size_t, OutcomeSums>& held_out) {
  std::map<std::size_t, std::array<OutcomeSums, 2>> rows;
  for (const auto& [key, sums] : train) rows[key][0] = sums;
  for (const auto& [key, sums] : held_out) rows[key][1] = sums;
  std::string csv(head);
  for (const auto& name : {"train", "held_out"}) csv += fmt::format(",{0}.positions,{0}.log_loss,{0}.accuracy,{0}.foretold,{0}.won", name);
  csv += '\n';
  for (const auto& [key, both] : rows) {
    csv += std::to_string(key);
    for (const OutcomeSums& sums : both) {
      const double positions = std::max<double>(1.0, static_cast<double>(sums.positions));
      csv += fmt::format(",{},{:.6f},{:.6f},{:.6f},{:.6f}", sums.positions, sums.mean_loss(), sums.accuracy(), sums.foretold / positions,
                         sums.won / positions);
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace

std::string outcome_curve_csv(std::span<const OutcomeRow> curve) {
  std::string csv = "stage,iteration,train,held_out,gain\n";
  for (const OutcomeRow& row : curve) {
    csv += fmt::format("{},{},{:.9f},{:.9f},{:.3g}\n", row.stage == Stage::kCounts ? "counts" : "patterns", row.iteration, row.train,
                       row.held_out, row.gain);
  }
  return csv;
}

std::string outcome_curve_svg(std::span<const OutcomeRow> curve) {
  constexpr double kLeft = 70.0;
  constexpr double kRight = 600.0;
  constexpr double kTop = 40.0;
  constexpr double kBottom = 300.0;
  double least = curve.empty() ? 0.0 : curve.front().train;
  double most = least;
  for (const OutcomeRow& row : curve) {
    least = std::min({least, row.train, row.held_out});
    most = std::max({most, row.train, row.held_out});
  }
  const double range = std::max(most - least, 1e-9);
  const auto x = [&](std::size_t i) {
    return kLeft + (kRight - kLeft) * static_cast<double>(i) / std::max<double>(1.0, static_cast<double>(curve.size()) - 1.0);
  };
  const auto y = [&](double loss) { return kBottom - (kBottom - kTop) * (loss - least) / range; };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"340\" viewBox=\"0 0 760 340\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"760\" height=\"340\" fill=\"#fff\"/>\n";
  svg += fmt::format("<text x=\"{}\" y=\"24\" font-weight=\"bold\">Mean log-loss, by iteration: counts, then patterns</text>\n", kLeft);
  for (int i = 0; i <= 4; ++i) {
    const double loss = least + range * i / 4;
    svg += fmt::format("<path d=\"M{0} {2:.1f}H{1}\" stroke=\"#ddd\"/>\n<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.4f}</text>\n",
                       kLeft, kRight, y(loss), kLeft - 6, y(loss) + 4, loss);
  }
  for (std::size_t i = 0; i < curve.size(); ++i) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(i), kBottom + 18, curve[i].iteration);
  }
  const auto draw = [&](double OutcomeRow::*value, std::string_view colour, std::string_view name, double legend) {
    svg += fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" points=\"", colour);
    for (std::size_t i = 0; i < curve.size(); ++i) svg += fmt::format("{:.1f},{:.1f} ", x(i), y(curve[i].*value));
    svg += fmt::format("\"/>\n<path d=\"M{0} {1}h20\" stroke-width=\"2\" stroke=\"{2}\"/>\n<text x=\"{3}\" y=\"{4}\">{5}</text>\n",
                       kRight + 12, legend, colour, kRight + 38, legend + 4, name);
  };
  draw(&OutcomeRow::train, "#1f77b4", "training games", 60.0);
  draw(&OutcomeRow::held_out, "#d62728", "held out", 80.0);
  return svg + "</svg>\n";
}

std::string outcome_stones_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out) {
  return by_key("stones", train.by_stones, held_out.by_stones);
}

std::string calibration_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out) {
  return by_key("tenth", train.by_foretold, held_out.by_foretold);
}

}  // namespace trivium::learning
