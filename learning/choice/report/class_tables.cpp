#include "learning/choice/report/class_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

#include "learning/charts/chart.h"
#include "learning/charts/table_chart.h"
#include "learning/choice/report/report_figures.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

namespace {

std::string class_row(const std::string& conditions, const Fit& fit) {
  return fmt::format("{},{}{}\n", charts::csv_text(conditions), fit.sums.cases, weight_cells(fit));
}

std::string error_cell(const GameGain& gain) {
  return std::isfinite(gain.error) ? fmt::format("{:.6g}", gain.error) : "";
}

}  // namespace

std::string classes_csv(const GrownClasses& grown, std::span<const std::string> attributes) {
  std::string text = fmt::format("conditions,moves{}\n", weight_names_csv(attributes));
  text += class_row(chess::PositionClasses().conditions_of(0), grown.all);
  for (std::size_t number = 0; grown.fits.size() > 1 && number < grown.fits.size(); ++number)
    text += class_row(grown.classes.conditions_of(number), grown.fits[number]);
  return text;
}

std::string splits_csv(const GrownClasses& grown) {
  std::string text = "conditions,question,expected_gain,gain,gain_error,kept\n";
  for (const TriedSplit& tried : grown.tried) {
    text += fmt::format("{},{},{:.6g},{:.6g},{},{}\n", charts::csv_text(tried.conditions),
                        charts::csv_text(tried.question), tried.expected, tried.gain.nats,
                        error_cell(tried.gain), tried.kept ? 1 : 0);
  }
  return text;
}

std::string splits_svg(const GrownClasses& grown) {
  charts::Forest forest{"Splits that were tried", {"gain in validation games (nats)"}};
  for (const TriedSplit& tried : grown.tried) {
    if (!std::isfinite(tried.gain.error)) continue;
    const double reach = statistics::kNormal95 * tried.gain.error;
    const charts::Interval interval{tried.gain.nats - reach, tried.gain.nats + reach};
    forest.farthest = std::max({forest.farthest, -interval.low, interval.high});
    forest.rows.push_back({.name = fmt::format("{}: {}?", tried.conditions, tried.question),
                           .value = tried.gain.nats,
                           .interval = interval,
                           .figures = tried.kept ? "kept" : "left out",
                           .tone = tried.kept ? charts::Tone::kMore : charts::Tone::kNone,
                           .hollow = !tried.kept});
  }
  return charts::svg_of(forest);
}

std::string predictions_csv(std::span<const ClassFigures> figures) {
  std::string text =
      "games,moves,bits,compression,bits_by_class,compression_by_class,gain,gain_error\n";
  for (const ClassFigures& part : figures) {
    if (part.whole.cases == 0) continue;
    text +=
        fmt::format("{},{},{:.5f},{:.5f},{:.5f},{:.5f},{:.6g},{}\n", part.name, part.whole.cases,
                    part.whole.bits_each(), part.whole.compression(), part.by_class.bits_each(),
                    part.by_class.compression(), part.gain.nats, error_cell(part.gain));
  }
  return text;
}

}  // namespace trivium::learning::choice
