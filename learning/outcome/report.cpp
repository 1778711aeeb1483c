#include "learning/outcome/report.h"

#include <array>
#include <fmt/format.h>

#include "learning/charts/table_chart.h"

namespace trivium::learning::outcome {

using statistics::EvidenceByNumber;
using statistics::ResultEvidence;

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

CardText value_card(std::string_view games) {
  CardText card;
  card.limits = fmt::format(
      "Trained on positions before a turn. There `one_stone_left` is constant, so its weight stays "
      "zero, and values after the first stone of a turn are not calibrated. The model predicts "
      "results between players like those in the training games{}. A pattern that was seldom seen "
      "has a weight near zero.",
      games);
  card.strength =
      "`held_out.log_loss` below states how accurately it predicts results of held-out games. "
      "`trivium-match run` plays it against other weights (`trivium gtp --weights FILE`).";
  return card;
}

std::string evidence_csv(std::string_view key, std::span<const MeanColumn> columns,
                         const EvidenceByNumber& train, const EvidenceByNumber& held_out) {
  std::map<std::size_t, std::array<ResultEvidence, 2>> rows;
  for (const auto& [number, sums] : train) rows[number][0] = sums;
  for (const auto& [number, sums] : held_out) rows[number][1] = sums;
  std::string csv(key);
  for (const auto& name : {"train", "held_out"}) {
    csv += fmt::format(",{0}.positions,{0}.log_loss", name);
    for (const auto& [end, sum] : columns) csv += fmt::format(",{}{}", name, end);
  }
  csv += '\n';
  for (const auto& [number, both] : rows) {
    csv += std::to_string(number);
    for (const ResultEvidence& sums : both) {
      csv += fmt::format(",{},{:.6f}", sums.cases, sums.mean_loss());
      for (const auto& [end, sum] : columns)
        csv += fmt::format(",{:.6f}", statistics::mean_of(sum(sums), sums.cases));
    }
    csv += '\n';
  }
  return csv;
}

std::string outcome_csv(std::string_view key, const EvidenceByNumber& train,
                        const EvidenceByNumber& held_out) {
  constexpr std::array kColumns = std::to_array<MeanColumn>(
      {{".accuracy", [](const ResultEvidence& sums) { return sums.correct; }},
       {".foretold", [](const ResultEvidence& sums) { return sums.won.predicted; }},
       {".won", [](const ResultEvidence& sums) { return sums.won.occurred; }}});
  return evidence_csv(key, kColumns, train, held_out);
}

}  // namespace trivium::learning::outcome
