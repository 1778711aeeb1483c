// `trivium-learn chess style-classes`: a style with weights for classes of positions.
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/choice/card.h"
#include "learning/choice/classes/classes.h"
#include "learning/choice/records.h"
#include "learning/choice/report/class_tables.h"
#include "learning/choice/split.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/harness/seeds.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"
#include "tools/learn/chess/choice_output.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

struct ClassesArguments : StyleArguments {
  std::string lookahead{chess::lookahead_name(chess::Lookahead::kOnePly)};
  double validation = 0.2;
  choice::ClassOptions options;
};

// Files in the folder of --report.
constexpr std::array kClassesReport{"classes.csv", "splits.csv", "predictions.csv", "splits.svg"};

struct ClassGames {
  choice::Decisions train;
  choice::Decisions validation;
  choice::Decisions held_out;
};

/// Splits the games. The share for validation does not change which games are held out: they are
/// those of `trivium-learn chess style` with the same --seed and --held-out.
ClassGames parts_of(const choice::Records& records, const ClassesArguments& arguments) {
  constexpr std::uint64_t kValidation = 0x76616C6964;
  choice::Split all = choice::split_by_game(choice::decisions_in(records, arguments.data.filter()),
                                            arguments.split.seed, arguments.split.held_out);
  warn_if_none_held_out(arguments.reporting, arguments.split, all);
  choice::Split kept = choice::split_by_game(
      all.train, learning::stream_seed(arguments.split.seed, kValidation, 0), arguments.validation);
  warn_if_none_held_out(arguments.reporting, {arguments.validation, arguments.split.seed}, kept,
                        "--validation");
  return {std::move(kept.train), std::move(kept.held_out), std::move(all.held_out)};
}

choice::GrownClasses grown_from(const ClassGames& games, const chess::Attributes& attributes,
                                const choice::ClassOptions& options, learning::Phases& phases) {
  const std::size_t steps = choice::step_count(options) + 1;  // the first fit is one
  learning::Progress progress("steps of growing classes", steps, phases.next());
  progress.expect_fewer();
  choice::GrownClasses grown = choice::grow_classes(
      games.train, games.validation, attributes, options,
      [&progress](std::size_t step, std::string_view detail) { progress.update(step, detail); });
  progress.update(steps);
  return grown;
}

std::vector<choice::ClassFigures> figures_of(const ClassGames& games,
                                             const chess::Attributes& attributes,
                                             const choice::GrownClasses& grown,
                                             const choice::ClassOptions& options) {
  const std::array parts{std::pair{"train", &games.train},
                         std::pair{"validation", &games.validation},
                         std::pair{"held_out", &games.held_out}};
  std::vector<choice::ClassFigures> figures;
  for (const auto& [name, decisions] : parts) {
    figures.push_back({name,
                       choice::predicted(*decisions, attributes, options.fit.lookahead,
                                         grown.all.weights, options.fit.threads),
                       choice::predicted_by_class(*decisions, attributes, grown, options),
                       choice::gain_by_class(*decisions, attributes, grown, options)});
  }
  return figures;
}

void print_tree(const Reporting& reporting, const chess::Attributes& attributes,
                const choice::GrownClasses& grown) {
  for (const choice::TriedSplit& tried : grown.tried) {
    reporting.table(
        "{}: {}? {:.1f} nats expected in training, {:.1f} (standard error {:.1f}) gained in "
        "validation: {}\n",
        tried.conditions, tried.question, tried.expected, tried.gain.nats, tried.gain.error,
        tried.kept ? "kept" : "left out");
  }
  reporting.table("\nall positions: {} to learn from\n",
                  text::counted(grown.all.sums.cases, "move"));
  print_choice_weights(reporting, attributes.names(), grown.all);
  for (std::size_t number = 0; grown.fits.size() > 1 && number < grown.fits.size(); ++number) {
    const choice::Fit& fit = grown.fits[number];
    reporting.table("\nclass {}: {}: {} to learn from\n", number + 1,
                    grown.classes.conditions_of(number), text::counted(fit.sums.cases, "move"));
    print_choice_weights(reporting, attributes.names(), fit);
  }
  reporting.table("\n");
}

void print_figures(const Reporting& reporting, const std::vector<choice::ClassFigures>& figures,
                   bool has_classes) {
  for (const choice::ClassFigures& part : figures) {
    print_choice_sums(reporting, part.name, part.whole);
    if (part.whole.cases == 0 || !has_classes) continue;
    print_choice_sums(reporting, "  classes", part.by_class);
    reporting.table("  {:.1f} nats better (standard error {:.1f}), {:.4f} bits a move\n",
                    part.gain.nats, part.gain.error,
                    part.whole.bits_each() - part.by_class.bits_each());
  }
}

/// Returns the options that decide the result, as typed.
std::string reproducing_command(const ClassesArguments& arguments) {
  const choice::ClassOptions& options = arguments.options;
  return "trivium-learn chess style-classes" + words_of(arguments.data) +
         fmt::format(
             " --attributes {} --lookahead {} --leaves {} --ridge {} --prior-moves {} --steps {} "
             "--held-out {} --validation {} --seed {}",
             fmt::join(arguments.attributes, ","), arguments.lookahead, options.maximum,
             options.fit.ridge, options.fit.prior_moves, options.fit.iterations,
             arguments.split.held_out, arguments.validation, arguments.split.seed);
}

format::WeightFile classes_file(const ClassesArguments& arguments, const chess::ChoiceModel& model,
                                const choice::Fit& all,
                                const std::vector<choice::ClassFigures>& figures,
                                const learning::GamesLeftOut& left_out) {
  learning::Manifest manifest =
      choice_manifest(arguments, reproducing_command(arguments), left_out);
  for (const choice::ClassFigures& part : figures) {
    choice::note_sums(manifest, part.name, part.whole);
    if (!model.by_class || part.whole.cases == 0) continue;
    manifest.figures[part.name + ".classes.bits"] = part.by_class.bits_each();
    manifest.figures[part.name + ".classes.compression"] = part.by_class.compression();
    manifest.figures[part.name + ".classes.gain"] = part.gain.nats;
  }
  choice::note_errors(manifest, model.attributes.names(), all);
  format::WeightFile file = model.to_file();
  file.manifest = manifest.to_json();
  return file;
}

chess::ChoiceModel model_of(const chess::Attributes& attributes, const choice::GrownClasses& grown,
                            chess::Lookahead lookahead) {
  chess::ChoiceModel model{attributes, lookahead, grown.all.weights, grown.all.standard_errors, {},
                           {},         {}};
  if (grown.fits.size() == 1) return model;
  chess::ClassPart& by_class = model.by_class.emplace();
  by_class.classes = grown.classes;
  for (const choice::Fit& fit : grown.fits) {
    by_class.weights.push_back(fit.weights);
    by_class.standard_errors.push_back(fit.standard_errors);
  }
  return model;
}

learning::CardText classes_card(const chess::ChoiceModel& model,
                                const choice::GrownClasses& grown) {
  learning::CardText text = choice::card_text(model);
  if (grown.fits.size() == 1) return text;
  text.method +=
      " The first weights below are those of all positions together. A player uses those of the "
      "classes of positions before the move:";
  for (std::size_t number = 0; number < grown.fits.size(); ++number) {
    text.method +=
        fmt::format("{} {}", number == 0 ? "" : ";", grown.classes.conditions_of(number));
  }
  text.method +=
      ". A class was split where that improved the prediction of games that were held out for it.";
  return text;
}

chess::Attributes class_attributes(const std::vector<std::string>& words) {
  chess::Attributes attributes = attributes_asked(words);
  if (attributes.size() > choice::kMaxClassAttributes) {
    throw UsageError("--attributes", fmt::format("{} are too many for classes, at most {}",
                                                 attributes.size(), choice::kMaxClassAttributes));
  }
  return attributes;
}

/// Returns the settings that select decisions, as a JSON object.
std::string data_identity(const ClassesArguments& arguments) {
  nlohmann::json identity = identity_of(arguments);
  identity["validation"] = arguments.validation;
  return format::json_line(identity);
}

/// Writes the report. With --json, prints its tables if no weight file is written.
void report_classes(const ClassesArguments& arguments, const chess::Attributes& attributes,
                    const choice::GrownClasses& grown,
                    const std::vector<choice::ClassFigures>& figures) {
  const std::vector<learning::charts::ReportFile> files = learning::charts::named_files(
      kClassesReport, {choice::classes_csv(grown, attributes.names()), choice::splits_csv(grown),
                       choice::predictions_csv(figures), choice::splits_svg(grown)});
  learning::charts::write_report(arguments.report, "Playing style by classes of positions", files);
  if (arguments.reporting.json && arguments.out.empty())
    fmt::print("{}\n", learning::charts::tables_json(files));
}

void run_choice_classes(ClassesArguments arguments) {
  const chess::Attributes attributes = class_attributes(arguments.attributes);
  prepare_output({arguments.out, arguments.report, kClassesReport, &arguments.options.run,
                  choice::kClassLearner},
                 places_named("--data", arguments.data.pgns));
  arguments.options.fit.lookahead = *chess::lookahead_named(arguments.lookahead);
  if (arguments.options.run.checkpoint_folder)
    arguments.options.data_identity = data_identity(arguments);
  learning::Phases phases(static_cast<int>(arguments.data.pgns.size()) + 1,
                          arguments.reporting.progress(arguments.result(), arguments.options.run));
  const GamesRead read = read_games(arguments.data, phases);
  const ClassGames games = parts_of(read.records, arguments);
  require_decisions(games.train);
  const choice::GrownClasses grown = grown_from(games, attributes, arguments.options, phases);
  const std::vector<choice::ClassFigures> figures =
      figures_of(games, attributes, grown, arguments.options);
  print_tree(arguments.reporting, attributes, grown);
  print_figures(arguments.reporting, figures, grown.fits.size() > 1);
  warn_if_not_converged(arguments.reporting, grown.all);
  for (const choice::Fit& fit : grown.fits) warn_if_not_converged(arguments.reporting, fit);
  report_classes(arguments, attributes, grown, figures);
  if (arguments.out.empty()) return;
  const chess::ChoiceModel model = model_of(attributes, grown, arguments.options.fit.lookahead);
  const format::WeightFile file = classes_file(arguments, model, grown.all, figures, read.left_out);
  arguments.reporting.write_weights(arguments.out, file, classes_card(model, grown));
}

void add_class_options(Command& command, ClassesArguments& arguments) {
  choice::ClassOptions& options = arguments.options;
  command.begin_group(kUpdateGroup);
  command.add_number("--leaves", options.maximum, 1, chess::PositionClasses::kMax,
                     "Maximum number of classes");
  add_ridge(command, "--ridge", options.fit.ridge,
            {"the weights of all positions together", "0", "in nats over all moves"});
  command.add_number("--prior-moves", options.fit.prior_moves, 0.0, 1e9,
                     "Number of moves that the weights of a class count for in its parts");
  add_steps(command, options.fit.iterations, "Maximum number of scoring steps of each fit", 10'000);
  add_choice_split(command, arguments.split);
  command
      .add_number("--validation", arguments.validation, 0.01, 0.9,
                  "Share of the other games that decide whether a class is divided")
      ->group(kDataGroup);
  add_threads(command, options.fit.threads);
  add_out(command, arguments.out);
  add_report(command, arguments.report,
             "weights of each class, the splits that were tried, and quality of predictions");
  add_checkpoint(command, options.run);
  add_reporting(command, arguments.reporting);
}

}  // namespace

void add_chess_style_classes(Command& command) {
  auto arguments = std::make_shared<ClassesArguments>();
  add_choice_data(command, arguments->data);
  add_license(command, arguments->data.license, "games");
  add_choice_model_options(command, arguments->attributes, arguments->lookahead);
  add_class_options(command, *arguments);
  command.callback([arguments] { run_choice_classes(*arguments); });
}

}  // namespace trivium::tools
