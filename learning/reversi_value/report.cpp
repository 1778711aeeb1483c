#include "learning/reversi_value/report.h"

#include <fmt/format.h>

#include "learning/charts/table_chart.h"

namespace trivium::learning::reversi_value {

std::string curve_csv(std::span<const ValueRow> curve) {
  std::string csv = "step,train,held_out\n";
  for (const ValueRow& row : curve) {
    const std::string held_out = row.held_out > 0.0 ? fmt::format("{:.6f}", row.held_out) : "";
    csv += fmt::format("{},{:.6f},{}\n", row.step, row.train, held_out);
  }
  return csv;
}

std::string curve_svg(std::span<const ValueRow> curve) {
  return charts::own_table_svg(
      curve_csv(curve),
      {.title = "Error by step",
       .x = "step: step",
       .y = {"root mean square error (discs): train=training games, held_out=held-out games"}});
}

std::string errors_csv(const ValueErrors& errors) {
  std::string csv = "discs";
  for (const char* role : {"train", "held_out"})
    csv += fmt::format(",{0}.positions,{0}.root_mean_square,{0}.mean_absolute", role);
  csv += '\n';
  for (std::size_t discs = 4; discs < errors.train.size(); ++discs) {
    csv += std::to_string(discs);
    for (const std::vector<ErrorSums>* role : {&errors.train, &errors.held_out}) {
      const ErrorSums& sums = (*role)[discs];
      csv += fmt::format(",{},{:.6f},{:.6f}", sums.positions, sums.root_mean_square(),
                         sums.mean_absolute());
    }
    csv += '\n';
  }
  return csv;
}

std::string errors_svg(const ValueErrors& errors) {
  return charts::own_table_svg(
      errors_csv(errors), {.title = "Error by number of discs",
                           .x = "discs on the board: discs",
                           .y = {"root mean square error (discs): train.root_mean_square=training "
                                 "games, held_out.root_mean_square=held-out games"}});
}

}  // namespace trivium::learning::reversi_value
