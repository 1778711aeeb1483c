// `trivium-learn chess tdleaf --data FILE.epd...`: logistic regression on positions with results.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/tdleaf/report/learning_curve.h"
#include "learning/tdleaf/report/results.h"
#include "models/format/load_error.h"
#include "tools/learn/chess/tdleaf_arguments.h"
#include "tools/learn/commands.h"
#include "tools/manifest.h"

namespace trivium::tools {

namespace {

namespace tdleaf = learning::tdleaf;

/// Returns the positions of all files. Throws format::LoadError if there are none.
std::vector<tdleaf::LabeledPosition> read_positions(const std::vector<std::string>& files) {
  std::vector<tdleaf::LabeledPosition> positions;
  for (const std::string& file : files) {
    const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(file));
    std::ranges::move(tdleaf::read_labeled(*in, in->name()), std::back_inserter(positions));
    format::or_throw(in->status());
  }
  if (positions.empty())
    throw format::LoadError("games.few", "{}: no positions", fmt::join(files, ", "));
  return positions;
}

tdleaf::RegressionResult regress_with_progress(
    const std::vector<tdleaf::LabeledPosition>& positions, std::span<const double> start,
    const TdLeafArguments& arguments) {
  tdleaf::RegressionOptions options = arguments.regression;
  learning::Progress progress("iterations", options.max_iterations,
                              arguments.reporting.progress(arguments.out, options));
  progress.expect_fewer();
  options.on_iteration = [&](std::uint64_t iteration, double loss) {
    progress.update(iteration, fmt::format("training loss {:.7f} nats per position", loss));
  };
  return tdleaf::regress(positions, start, options);
}

void print_loss(const Reporting& reporting, const char* name,
                const tdleaf::RegressionMetrics& before, const tdleaf::RegressionMetrics& after) {
  if (after.positions == 0) return;
  reporting.note("{:9} {:>8} positions, log loss {:.5f} nats at the start, {:.5f} now", name,
                 after.positions, before.log_loss, after.log_loss);
}

}  // namespace

void run_regression(const TdLeafArguments& arguments, const ShownNames& names,
                    const std::string& shown_start, std::span<const double> start,
                    std::vector<learning::DataSource> data) {
  const tdleaf::RegressionOptions& options = arguments.regression;
  const std::vector<tdleaf::LabeledPosition> positions = read_positions(arguments.data);
  const tdleaf::RegressionResult result = regress_with_progress(positions, start, arguments);
  if (!options.leads()) return;

  learning::Manifest manifest = new_manifest(fmt::format(
      "trivium-learn chess tdleaf --data {} --start {} --seed {} --scale {} --ridge {} --held-out "
      "{} --steps {}",
      names.of(arguments.data), shown_start, options.seed, options.scale, options.ridge,
      options.held_out_share, options.max_iterations));
  manifest.command += license_words(arguments.license);
  manifest.origin = "learned: logistic regression of game results";
  manifest.data = std::move(data);
  std::ranges::move(names.describe(arguments.data, arguments.license),
                    std::back_inserter(manifest.data));
  tdleaf::describe_run(options, result, manifest);
  const format::WeightFile file = tdleaf::chess_file(result.weights, manifest);
  warn_if_none_held_out(arguments.reporting, options.held_out_share, result.held_out.positions,
                        text::counted(positions.size(), "position"));
  if (!result.converged)
    arguments.reporting.note("not converged after {}",
                             text::counted(result.iterations, "iteration"));
  print_loss(arguments.reporting, "train", result.train_before, result.train);
  print_loss(arguments.reporting, "held out", result.held_out_before, result.held_out);
  arguments.reporting.write_weights(arguments.out, file, tdleaf::regression_card());
  learning::charts::write_report(
      arguments.report, "Regression: learning curve", kRegressionReport,
      {tdleaf::regression_csv(result), tdleaf::regression_svg(result), tdleaf::losses_csv(result)});
}

}  // namespace trivium::tools
