#include "learning/tdleaf/report/learning_curve.h"

#include <fmt/format.h>

#include "learning/charts/table_chart.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::array kColumnNames = std::to_array<std::string_view>(
    {"generation",  "games",       "positions",    "alpha",      "td_difference", "result_error",
     "white_score", "draws",       "plies",        "deciding",   "pawn",          "knight",
     "bishop",      "rook",        "queen",        "pawn_worth", "knight_worth",  "bishop_worth",
     "rook_worth",  "queen_worth", "result_scale", "draw_margin"});
static_assert(kColumnNames.size() == kCurveColumns);

std::string losses_row(std::string_view name, const RegressionMetrics& before,
                       const RegressionMetrics& after) {
  if (after.positions == 0) return fmt::format("{},0,,\n", name);
  return fmt::format("{},{},{:.7g},{:.7g}\n", name, after.positions, before.log_loss,
                     after.log_loss);
}

}  // namespace

std::string_view name_of(Column column) noexcept {
  return kColumnNames[static_cast<std::size_t>(column)];
}

std::string curve_csv(std::span<const CurveRow> rows) {
  std::string csv = fmt::format("{}\n", fmt::join(kColumnNames, ","));
  for (const CurveRow& row : rows) csv += fmt::format("{:.9g}\n", fmt::join(row.values, ","));
  return csv;
}

std::string curve_svg(std::span<const CurveRow> rows) {
  return charts::own_table_svg(
      curve_csv(rows),
      {.title = "Learning by games",
       .x = "games: games",
       .y = {"worth of a piece (centipawns): pawn_worth=pawn, knight_worth=knight, "
             "bishop_worth=bishop, rook_worth=rook, queen_worth=queen",
             "root mean square difference (points): td_difference=to the next value, "
             "result_error=to the result"}});
}

std::string regression_csv(const RegressionResult& result) {
  std::string csv = "iteration,training_loss\n";
  for (const RegressionPoint& point : result.curve)
    csv += fmt::format("{},{:.9g}\n", point.iteration, point.loss);
  return csv;
}

std::string regression_svg(const RegressionResult& result) {
  return charts::own_table_svg(regression_csv(result),
                               {.title = "Regression by iterations",
                                .x = "iterations: iteration",
                                .y = {"training loss with the ridge (nats per position): "
                                      "training_loss=training positions"}});
}

std::string losses_csv(const RegressionResult& result) {
  return "positions,count,log_loss_at_start,log_loss\n" +
         losses_row("train", result.train_before, result.train) +
         losses_row("held_out", result.held_out_before, result.held_out);
}

}  // namespace trivium::learning::tdleaf
