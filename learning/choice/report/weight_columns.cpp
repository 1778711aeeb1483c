#include "learning/choice/report/weight_columns.h"

#include <cstddef>
#include <fmt/format.h>

#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

std::string weight_names_csv(std::span<const std::string> attributes) {
  std::string text;
  for (const std::string& attribute : attributes)
    text += fmt::format(",{0},{0}_low,{0}_high", attribute);
  return text;
}

std::string weight_cells(const Fit& fit) {
  std::string text;
  for (std::size_t k = 0; k < fit.weights.size(); ++k) {
    const double reach = statistics::kNormal95 * fit.standard_errors[k];
    text += fmt::format(",{:.6g},{:.6g},{:.6g}", fit.weights[k], fit.weights[k] - reach,
                        fit.weights[k] + reach);
  }
  return text;
}

}  // namespace trivium::learning::choice
