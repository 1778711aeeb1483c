#include "tools/learn/cfr_exact_command.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/cfr/exact/exact_run.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct ExactArguments {
  std::string game;
  std::string variant = "all";
  std::string report;
  std::string checkpoint;
  cfr::ExactRunOptions options;
};

// In the folder of --report.
constexpr std::array kExactReport = std::to_array<const char*>({"exploitability.csv", "exploitability.svg"});

void prepare_places(const ExactArguments& arguments) {
  std::vector<NamedPlace> written;
  prepare_files(arguments.report, kExactReport, written);
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    written.push_back({"--checkpoint", learning::Checkpoint::file_in(arguments.checkpoint, cfr::kExactLearner)});
  }
  std::vector<NamedPlace> read;
  if (std::filesystem::exists(arguments.game)) read.push_back({"GAME", arguments.game});
  require_different(written, read);
}

std::shared_ptr<const learning::poker_measure::PublicTree> tree_of(const ExactArguments& arguments) {
  const auto game = poker::game_named(arguments.game);
  if (!game) throw UsageError("GAME", game.error());
  auto tree = learning::poker_measure::PublicTree::make(*game);
  if (!tree) throw format::LoadError(tree.error().code, fmt::format("{}: {}", arguments.game, tree.error().message));
  return *tree;
}

/// Powers of ten, and the last.
bool told(std::uint64_t iterations, std::uint64_t last) {
  std::uint64_t power = 1;
  while (power < iterations && power <= last / 10) power *= 10;
  return iterations == power || iterations == last;
}

void print_table(const std::vector<cfr::Variant>& variants, const cfr::ExactRunResult& result) {
  fmt::print("{:>10}", "iterations");
  for (const cfr::Variant variant : variants) fmt::print(" {:>11}", cfr::name_of(variant));
  fmt::print("\n");
  for (const cfr::CurvePoint& point : result.curve) {
    if (!told(point.iterations, result.curve.back().iterations)) continue;
    fmt::print("{:>10}", point.iterations);
    for (const double figure : point.exploitability) fmt::print(" {:>11.5g}", figure);
    fmt::print("\n");
  }
  fmt::print("{:>10}", "value");
  for (const double value : result.values) fmt::print(" {:>11.6f}", value);
  fmt::print("\n");
}

int run_exact_games(ExactArguments arguments) {
  prepare_places(arguments);
  const auto tree = tree_of(arguments);
  if (!arguments.checkpoint.empty()) arguments.options.checkpoint_folder = arguments.checkpoint;
  fmt::print(stderr, "{}: {} decisions, {} information sets, {} numbers a strategy\n", arguments.game, tree->decisions(), tree->infosets(),
             tree->numbers());
  learning::Progress progress("iterations", arguments.options.iterations);
  bool first = true;
  const cfr::ExactRunResult result = cfr::run_exact(tree, arguments.options, [&](std::uint64_t done, const auto& curve) {
    if (first) progress.resumed_at(done);
    first = false;
    progress.update(done, curve.empty() ? "" : fmt::format("exploitability {:.3g}", fmt::join(curve.back().exploitability, ", ")));
  });
  if (!arguments.report.empty()) {
    const std::filesystem::path folder = arguments.report;
    const std::string title = fmt::format("Exploitability in {}, milli big blinds a hand, by iterations",
                                          std::filesystem::path(arguments.game).filename().string());
    format::write_file_atomically(folder / kExactReport[0], cfr::exact_csv(arguments.options.variants, result.curve));
    format::write_file_atomically(folder / kExactReport[1], cfr::exact_svg(title, arguments.options.variants, result.curve));
  }
  print_table(arguments.options.variants, result);
  return 0;
}

}  // namespace

void add_cfr_exact(Command& app, int& status) {
  Command* command = app.add_subcommand(
      "exact", "Solve a small game for two without sampling; exploitability, and the value to position 0, in milli big blinds");
  auto arguments = std::make_shared<ExactArguments>();
  command->add_option("GAME", arguments->game, "kuhn, leduc or a GAMEDEF file of a small game for two")->required();
  command->add_option("--variant", arguments->variant, "How regrets add up; all: each, side by side")
      ->check(one_of({"cfr", "cfr+", "dcfr", "pcfr+", "all"}))
      ->capture_default_str();
  command->add_option("--iterations", arguments->options.iterations, "Each updates both players")
      ->check(number_range<std::uint64_t>(1, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--report", arguments->report, "Folder for exploitability by iterations, as CSV and SVG")->type_name("DIR");
  Option* checkpoint = command->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot now and then")->type_name("DIR");
  command->add_flag("--resume", arguments->options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  command->callback([arguments, &status] {
    if (const auto variant = cfr::variant_named(arguments->variant)) {
      arguments->options.variants = {*variant};
    } else {
      arguments->options.variants = {cfr::Variant::kCfr, cfr::Variant::kCfrPlus, cfr::Variant::kDiscounted, cfr::Variant::kPredictive};
    }
    status = run_exact_games(*arguments);
  });
}

}  // namespace trivium::tools
