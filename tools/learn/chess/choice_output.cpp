#include "tools/learn/chess/choice_output.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "learning/charts/report.h"
#include "learning/charts/table_chart.h"
#include "learning/choice/split.h"
#include "learning/statistics/intervals.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"

namespace trivium::tools {

namespace choice = learning::choice;

void print_choice_sums(const Reporting& reporting, std::string_view name,
                       const choice::ChoiceSums& sums) {
  if (sums.cases == 0) return;
  reporting.table(
      "{:9} {:>9} moves: {:.3f} bits each of {:.3f} (compression {:.1f} %), likeliest "
      "{:.4f}, in the likeliest five {:.4f}\n",
      name, sums.cases, sums.bits_each(), sums.random_bits_each(), 100 * sums.compression(),
      sums.accuracy(), sums.among_five());
}

void print_choice_weights(const Reporting& reporting, std::span<const std::string> names,
                          const choice::Fit& fit) {
  constexpr std::size_t kMaxPrinted = 40;
  if (names.size() <= kMaxPrinted) {
    reporting.table("{:<24} {:>10} {:>24}\n", "", "weight", "95 %");
    for (std::size_t k = 0; k < names.size(); ++k) {
      const double weight = fit.weights[k],
                   reach = learning::statistics::kNormal95 * fit.standard_errors[k];
      reporting.table("{:<24} {:>10.4f} {:>24}\n", names[k], weight,
                      fmt::format("{:.4f} to {:.4f}", weight - reach, weight + reach));
    }
  }
  reporting.table("{}", errors_text(std::array{&fit}));
}

std::string choice_json(std::span<const std::string> names, const choice::Fit& fit,
                        const choice::ChoiceSums& train, const choice::ChoiceSums& held_out) {
  std::string weights = "name,weight,low,high\n";
  for (std::size_t k = 0; k < names.size(); ++k) {
    const double reach = learning::statistics::kNormal95 * fit.standard_errors[k];
    weights += fmt::format("{},{},{},{}\n", learning::charts::csv_text(names[k]), fit.weights[k],
                           fit.weights[k] - reach, fit.weights[k] + reach);
  }
  std::string predictions = "games,moves,bits,random_bits,compression,first,in_five\n";
  for (const auto& [part, sums] : {std::pair("train", &train), std::pair("held_out", &held_out)}) {
    if (sums->cases == 0) continue;
    predictions += fmt::format("{},{},{},{},{},{},{}\n", part, sums->cases, sums->bits_each(),
                               sums->random_bits_each(), sums->compression(), sums->accuracy(),
                               sums->among_five());
  }
  return learning::charts::tables_json(std::array<learning::charts::ReportFile, 2>{
      {{"weights.csv", weights}, {"predictions.csv", predictions}}});
}

std::string errors_text(std::span<const choice::Fit* const> fits) {
  std::vector<double> ratios;
  for (const choice::Fit* const fit : fits) {
    const std::vector<double> more = choice::error_ratios(*fit);
    ratios.insert(ratios.end(), more.begin(), more.end());
  }
  if (ratios.empty()) return "";
  std::ranges::sort(ratios);
  return fmt::format(
      "errors are by game, {:.2f} to {:.2f} times those of independent choices (median {:.2f}); "
      "the larger one is shown\n",
      ratios.front(), ratios.back(), ratios[ratios.size() / 2]);
}

void require_decisions(const choice::Decisions& train) {
  if (!choice::has_decisions(train))
    throw format::LoadError("games.few",
                            "--data: the options leave no move of the games to learn from");
}

void warn_if_not_converged(const Reporting& reporting, const choice::Fit& found) {
  if (!found.converged)
    reporting.note("trivium-learn: not converged: use more --steps or, with few games, a --ridge");
}

learning::Manifest choice_manifest(const StyleArguments& arguments, std::string command,
                                   const learning::GamesLeftOut& left_out) {
  learning::Manifest manifest = new_manifest(std::move(command));
  manifest.origin = "learned: the moves of games";
  manifest.seed = arguments.split.seed;
  const std::vector<std::string>& games = arguments.data.pgns;
  manifest.data = ShownNames(games).describe(games, arguments.data.license);
  left_out.note(manifest);
  return manifest;
}

}  // namespace trivium::tools
