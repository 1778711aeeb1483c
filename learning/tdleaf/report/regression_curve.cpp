#include "learning/tdleaf/report/regression_curve.h"

#include <fmt/format.h>
#include <string_view>

#include "learning/charts/table_chart.h"

namespace trivium::learning::tdleaf {

namespace {

std::string losses_row(std::string_view name, const RegressionMetrics& before,
                       const RegressionMetrics& after) {
  if (after.positions == 0) return fmt::format("{},0,,\n", name);
  return fmt::format("{},{},{:.7g},{:.7g}\n", name, after.positions, before.log_loss,
                     after.log_loss);
}

}  // namespace

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
