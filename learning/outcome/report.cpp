#include "learning/outcome/report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "learning/charts/table_chart.h"

namespace trivium::learning::outcome {

namespace {

/// Returns a CSV table with a line for each key of `train` or `held_out`. `head` is the heading of
/// the column of keys.
std::string by_key(std::string_view head, const std::map<std::size_t, OutcomeSums>& train,
                   const std::map<std::size_t, OutcomeSums>& held_out) {
  std::map<std::size_t, std::array<OutcomeSums, 2>> rows;
  for (const auto& [key, sums] : train) rows[key][0] = sums;
  for (const auto& [key, sums] : held_out) rows[key][1] = sums;
  std::string csv(head);
  for (const auto& name : {"train", "held_out"})
    csv += fmt::format(",{0}.positions,{0}.log_loss,{0}.accuracy,{0}.foretold,{0}.won", name);
  csv += '\n';
  for (const auto& [key, both] : rows) {
    csv += std::to_string(key);
    for (const OutcomeSums& sums : both) {
      const double positions = std::max<double>(1.0, static_cast<double>(sums.positions));
      csv += fmt::format(",{},{:.6f},{:.6f},{:.6f},{:.6f}", sums.positions, sums.mean_loss(),
                         sums.accuracy(), sums.predicted / positions, sums.won / positions);
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace

std::string outcome_curve_csv(std::span<const OutcomeRow> curve) {
  std::string csv = "stage,iteration,train,held_out,gain\n";
  for (const OutcomeRow& row : curve) {
    const std::string held_out = row.held_out > 0.0 ? fmt::format("{:.9f}", row.held_out) : "";
    csv +=
        fmt::format("{},{},{:.9f},{},{:.3g}\n", row.stage == Stage::kCounts ? "counts" : "patterns",
                    row.iteration, row.train, held_out, row.gain);
  }
  return csv;
}

std::string outcome_curve_svg(std::span<const OutcomeRow> curve) {
  return charts::own_table_svg(
      outcome_curve_csv(curve),
      {.title = "Log loss by iteration",
       .x = "iteration: iteration",
       .y = {"mean log loss (nats a position): train=training games, held_out=held-out games"},
       .panels = "stage"});
}

std::string outcome_stones_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out) {
  return by_key("stones", train.by_stones, held_out.by_stones);
}

std::string calibration_csv(const OutcomeMetrics& train, const OutcomeMetrics& held_out) {
  return by_key("tenth", train.by_prediction, held_out.by_prediction);
}

}  // namespace trivium::learning::outcome
