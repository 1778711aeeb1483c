// `trivium-learn poker cfr-exact --game GAME`: a small game solved without sampling.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/cfr/exact/exact_run.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct ExactArguments : OutputOptions {
  std::string game;
  std::string variant = "all";
  cfr::ExactRunOptions options;
};

// Files in the folder of --report.
constexpr std::array kExactReport{"exploitability.csv", "exploitability.svg"};

std::shared_ptr<const learning::poker_measure::PublicTree> tree_of(
    const ExactArguments& arguments) {
  const auto game = or_usage_error("--game", poker::game_named(arguments.game));
  return format::or_throw(learning::poker_measure::PublicTree::make(game), arguments.game);
}

/// True for powers of ten and the last iteration.
bool is_printed(std::uint64_t iterations, std::uint64_t last) {
  std::uint64_t power = 1;
  while (power < iterations && power <= last / 10) power *= 10;
  return iterations == power || iterations == last;
}

void print_table(const Reporting& reporting, const std::vector<cfr::Variant>& variants,
                 const cfr::ExactRunResult& result) {
  reporting.table("{:>10}", "iterations");
  for (const cfr::Variant variant : variants) reporting.table(" {:>11}", cfr::name_of(variant));
  reporting.table("\n");
  for (const cfr::CurvePoint& point : result.curve) {
    if (!is_printed(point.iterations, result.curve.back().iterations)) continue;
    reporting.table("{:>10}", point.iterations);
    for (const double figure : point.exploitability) reporting.table(" {:>11.5g}", figure);
    reporting.table("\n");
  }
  reporting.table("{:>10}", "value");
  for (const double value : result.values) reporting.table(" {:>11.6f}", value);
  reporting.table("\n");
}

/// Returns the value of the game for the first player by each variant, as CSV.
std::string values_csv(const std::vector<cfr::Variant>& variants,
                       const cfr::ExactRunResult& result) {
  std::vector<std::string_view> names;
  for (const cfr::Variant variant : variants) names.push_back(cfr::name_of(variant));
  return fmt::format("{}\n{}\n", fmt::join(names, ","), fmt::join(result.values, ","));
}

/// Progress text: exploitability of each variant.
std::string state_text(const std::vector<cfr::Variant>& variants, const cfr::CurvePoint& point) {
  std::string text = "exploitability in milli big blinds per hand:";
  for (std::size_t i = 0; i < variants.size(); ++i) {
    text += fmt::format("{} {} {:.3g}", i == 0 ? "" : ",", cfr::name_of(variants[i]),
                        point.exploitability[i]);
  }
  return text;
}

void run_exact_games(ExactArguments arguments) {
  prepare_output({{}, arguments.report, kExactReport, &arguments.options, cfr::kExactLearner},
                 {{"--game", game_file(arguments.game)}});
  const auto tree = tree_of(arguments);
  arguments.reporting.note("{}: {} decisions, {} information sets, {} numbers a strategy",
                           arguments.game, tree->decisions(), tree->infosets(), tree->numbers());
  learning::Progress progress("iterations", arguments.options.iterations,
                              arguments.reporting.progress(arguments.report, arguments.options));
  const cfr::ExactRunResult result =
      cfr::run_exact(tree, arguments.options, [&](std::uint64_t done, const auto& curve) {
        progress.update(done,
                        curve.empty() ? "" : state_text(arguments.options.variants, curve.back()));
      });
  print_table(arguments.reporting, arguments.options.variants, result);
  const std::string title = fmt::format("Exploitability in {}",
                                        std::filesystem::path(arguments.game).filename().string());
  std::vector<learning::charts::ReportFile> files = learning::charts::named_files(
      kExactReport, {cfr::exact_csv(arguments.options.variants, result.curve),
                     cfr::exact_svg(title, arguments.options.variants, result.curve)});
  learning::charts::write_report(arguments.report, title, files);
  if (arguments.reporting.json) {
    files.push_back({"value.csv", values_csv(arguments.options.variants, result)});
    fmt::print("{}\n", learning::charts::tables_json(files));
  }
}

}  // namespace

void add_poker_cfr_exact(Command& command) {
  auto arguments = std::make_shared<ExactArguments>();
  command.begin_group(kDataGroup);
  add_game_option(command, "--game", arguments->game, is_small_for_two)->required()->old_argument();
  command.begin_group(kUpdateGroup);
  command
      .add_option("--variant", arguments->variant,
                  "How regrets are summed; all: every variant side by side")
      ->check(one_of({"cfr", "cfr+", "dcfr", "pcfr+", "all"}));
  add_steps(command, arguments->options.iterations,
            "Iterations, each of which updates both players", 1'000'000'000)
      ->old_name("--iterations");
  add_report(command, arguments->report, "exploitability by iterations");
  add_checkpoint(command, arguments->options);
  add_reporting(command, arguments->reporting);
  command.callback([arguments] {
    if (const auto variant = text::named<cfr::Variant>(cfr::kVariantNames, arguments->variant)) {
      arguments->options.variants = {*variant};
    } else {
      arguments->options.variants = {cfr::Variant::kCfr, cfr::Variant::kCfrPlus,
                                     cfr::Variant::kDiscounted, cfr::Variant::kPredictive};
    }
    run_exact_games(*arguments);
  });
}

}  // namespace trivium::tools
