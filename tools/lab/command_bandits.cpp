// `trivium-lab bandits`: best-action identification with ternary arms, flat or in trees: comparison
// of methods, experiments of paper 001.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/odds/playout.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/step_progress.h"
#include "learning/bandits/connect6_position.h"
#include "learning/bandits/experiment.h"
#include "learning/bandits/instance_json.h"
#include "learning/bandits/paper/paper.h"
#include "learning/bandits/paper/paper_claims.h"
#include "learning/bandits/reports.h"
#include "learning/bandits/result_text.h"
#include "learning/bandits/shapes.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/places.h"
#include "tools/trivium/record_file.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

namespace lab = learning::bandits;

constexpr std::size_t kMaxRounds = 100'000'000;
constexpr std::size_t kMaxRuns = 10'000'000;
/// Maximum number of stored answers, a few bytes each.
constexpr std::size_t kMaxAnswers = 200'000'000;

struct BanditsRun {
  std::string instances;
  int space = 0;
  std::size_t arms = 0;
  std::vector<std::size_t> replies;
  bool same = false;
  std::vector<std::string> methods{"uniform", "ttba", "dissent"};
  std::string rule = "grid:0.1";
  std::string truth;
  std::vector<std::size_t> rounds{500, 3000};
  std::size_t runs = 200;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  double confidence = 1;
  std::string report;
  Reporting reporting;
  std::string connect6;
  int stones = -1;
  std::size_t turns = 6;
  std::size_t answers = 0;
  std::size_t truth_pulls = 2000;
  int playout_turns = connect6::PlayoutParameters::kToTheEnd;
  bool paper = false;
  bool quick = false;
  bool shapes = false;
};

/// Rules by which methods play and by which answers are judged.
struct Rules {
  bandits::DecisionRule rule;
  bandits::DecisionRule truth;
};

// These functions throw UsageError.

Rules rules_of(const BanditsRun& run) {
  const auto rule = or_usage_error("--decision-rule", bandits::parse_rule(run.rule));
  if (run.truth.empty()) return {rule, lab::truth_for(rule)};
  return {rule, lab::truth_for(or_usage_error("--truth", bandits::parse_rule(run.truth)))};
}

lab::Instances instances_of(const BanditsRun& run, const bandits::DecisionRule& truth) {
  if (!run.instances.empty()) {
    const std::string text = format::or_throw(input::read_text(run.instances, lab::kMaxJsonBytes));
    return {or_usage_error("--instances: " + run.instances, lab::parse_instance(text, truth)),
            std::filesystem::path(run.instances).filename().string()};
  }
  if (run.space == 0)
    throw UsageError(Error(
        "usage.option.missing",
        "nothing to play: needs one of --instances, --space, --connect6, --paper, --tree-shapes"));
  if ((run.arms > 0) == !run.replies.empty())
    throw UsageError(Error("usage.option.missing", "--space: needs either --arms or --replies"));
  auto drawn = or_usage_error(run.arms > 0 ? "--arms" : "--replies",
                              lab::Instances::drawn({run.space, run.arms, run.replies}, truth));
  if (!run.same) return drawn;
  return {*drawn.of(run.seed, 0), fmt::format("one instance of {}", drawn.description())};
}

/// Expands "tbba_tree:all" to all its splits.
std::vector<bandits::MethodChoice> methods_of(const std::vector<std::string>& words) {
  constexpr std::string_view kAll = ":all";
  std::vector<bandits::MethodChoice> methods;
  for (const std::string& word : words) {
    const bool all = word.ends_with(kAll);
    for (int tenths = 0; tenths <= (all ? 10 : 0); ++tenths) {
      const std::string one =
          all ? fmt::format("{}:{:g}", word.substr(0, word.size() - kAll.size()), tenths / 10.0)
              : word;
      auto choice = or_usage_error("--methods", bandits::parse_method(one));
      if (std::ranges::find(methods, choice.text, &bandits::MethodChoice::text) != methods.end())
        throw UsageError(Error("usage.option.twice", "--methods: {} is named twice", one));
      methods.push_back(std::move(choice));
    }
  }
  return methods;
}

lab::PositionBandit position_of(const BanditsRun& run, const Rules& rules,
                                learning::Phases& phases) {
  const auto board = or_usage_error("--connect6", board_from_file(run.connect6, run.stones));
  const connect6::Knowledge knowledge = connect6::load_knowledge();
  if (!knowledge)
    throw UsageError(
        Error("weights.missing", "--connect6: there are no weights (see trivium doctor)"));
  lab::PositionOptions options{run.turns,   run.answers, run.truth_pulls, rules.rule,
                               rules.truth, {},          run.seed,        run.threads};
  options.playouts.turns = run.playout_turns;
  return or_usage_error(
      "--connect6", learning::with_progress("playouts", phases, [&](const StepProgress& progress) {
        options.progress = progress;
        return lab::position_bandit(board, knowledge, options);
      }));
}

struct AskedExperiment {
  lab::Experiment experiment;
  std::string preface;  ///< description of the instance
};

AskedExperiment experiment_of(const BanditsRun& run, learning::Phases& phases) {
  const Rules rules = rules_of(run);
  std::vector<bandits::MethodChoice> methods = methods_of(run.methods);
  lab::LivePulls live;
  std::string preface;
  lab::Instances instances = [&]() -> lab::Instances {
    if (run.connect6.empty()) return instances_of(run, rules.truth);
    lab::PositionBandit position = position_of(run, rules, phases);
    live = position.pulls;
    preface = lab::position_text(position);
    return {std::move(position.instance), std::move(position.description)};
  }();
  lab::Experiment experiment{std::move(instances),
                             std::move(methods),
                             rules.rule,
                             run.rounds,
                             run.runs,
                             run.seed,
                             run.confidence,
                             live};
  std::ranges::sort(experiment.rounds);
  const auto twice = std::ranges::unique(experiment.rounds);
  experiment.rounds.erase(twice.begin(), twice.end());
  if (experiment.runs * experiment.methods.size() * experiment.rounds.size() > kMaxAnswers) {
    throw UsageError(Error("usage.option.range",
                           "--count: times methods and budgets these are more than {} answers",
                           kMaxAnswers));
  }
  or_usage_error("--methods", lab::check_experiment(experiment));
  return {std::move(experiment), std::move(preface)};
}

/// Checks before the work that the report can be written and overwrites no input.
void prepare_places(const BanditsRun& run) {
  constexpr std::array<const char*, 3> kFiles = {"report.html", "result.json", "result.csv"};
  prepare_output(
      {.report = run.report, .report_files = kFiles},
      {{"--instances", run.instances}, {"--connect6", run.connect6 == "-" ? "" : run.connect6}});
}

/// Writes the report, if requested, and prints the result.
void deliver(const BanditsRun& run, const std::string& text,
             const std::vector<learning::charts::ReportFile>& files) {
  const auto result =
      std::ranges::find(files, std::string("result.json"), &learning::charts::ReportFile::name);
  fmt::print("{}", run.reporting.json && result != files.end() ? result->content : text);
  if (run.report.empty()) return;
  learning::charts::write_report(run.report, "Best-action identification", files);
  run.reporting.note("trivium-lab: the report is in {}", run.report);
}

/// Program and options that decide the figures.
std::string made_by(const std::string& options) {
  return fmt::format("trivium-lab {} ({}): bandits {}", version(), commit(), options);
}

/// Returns a function that reports the next phase of a fixed program. Requires: `progress` outlives
/// it.
std::function<void(std::string_view what)> next_part(learning::Progress& progress) {
  return [&progress, done = std::uint64_t{0}](std::string_view what) mutable {
    progress.update(done++, what);
  };
}

void run_paper_command(const BanditsRun& run) {
  constexpr std::uint64_t kParts = lab::kPaperParts + lab::kPaperShapes;
  learning::Progress progress("parts", kParts, run.reporting.progress(run.report));
  const std::function<void(std::string_view)> next = next_part(progress);
  const lab::PaperOptions options{run.quick, 1, run.seed, run.threads, next};
  constexpr std::size_t kQuickRuns = 24, kFullRuns = 200;
  lab::PaperResult result{lab::run_paper(options), {}, {}, {}};
  result.claims = lab::ask_claims(result.figures);
  result.checks = lab::check_simulation(result.figures);
  result.shapes =
      lab::run_shapes({run.quick ? kQuickRuns : kFullRuns, run.seed, run.threads, next});
  progress.update(kParts);
  deliver(run, lab::paper_text(result),
          lab::paper_files(result, made_by(fmt::format("--paper{} --seed {}",
                                                       run.quick ? " --quick" : "", run.seed))));
}

void run_shapes_command(const BanditsRun& run) {
  learning::Progress progress("parts", lab::kPaperShapes, run.reporting.progress(run.report));
  const lab::ShapesTable table =
      lab::run_shapes({run.runs, run.seed, run.threads, next_part(progress)});
  progress.update(lab::kPaperShapes);
  deliver(run, lab::shapes_text(table),
          lab::shapes_files(table, made_by(fmt::format("--tree-shapes --count {} --seed {}",
                                                       run.runs, run.seed))));
}

void run_bandits(const BanditsRun& run) {
  prepare_places(run);
  if (run.paper) return run_paper_command(run);
  if (run.shapes) return run_shapes_command(run);
  learning::Phases phases(run.connect6.empty() ? 1 : 2, run.reporting.progress(run.report));
  const AskedExperiment asked = experiment_of(run, phases);
  learning::Progress progress("runs", asked.experiment.runs, phases.next());
  const lab::Study study =
      lab::make_study("bandits", asked.experiment, run.threads,
                      [&progress](std::uint64_t done) { progress.update(done); });
  deliver(run, asked.preface + lab::study_text(study),
          lab::study_files(study, made_by(lab::setting_text(study.experiment))));
}

std::string methods_help() {
  std::string text =
      "Methods, as NAME or NAME:N; NAME:all stands for the splits 0, 0.1 ... 1 of a method that "
      "has one:";
  for (const bandits::MethodInfo& one : bandits::methods())
    text += fmt::format("\n{}: {}", one.name, one.what);
  return text;
}

/// Returns the beginnings of all decision rules.
std::vector<std::string> rule_words() {
  return {"lexicographic", "grid:", "tolerance:", "weighted:", "expectation"};
}

void add_position_options(Command& command, BanditsRun& run) {
  Option* record =
      command.add_option("--connect6 RECORD", run.connect6,
                         "A Connect-6 record (SGF, paper form or CSV; - is standard "
                         "input): its likely turns, by playouts; on boards of 19 "
                         "a playout is seldom drawn, so --decision-rule expectation suits it");
  command
      .add_number("--stones", run.stones, 0, connect6::kMaxSize * connect6::kMaxSize,
                  "Use only the first N stones of the record")
      ->needs(record);
  command.add_number("--likely-turns", run.turns, 2, 10, "Number of likely turns to choose from")
      ->old_name("--turns")
      ->needs(record);
  command
      .add_number("--answers", run.answers, 0, 10,
                  "Number of likely answers of each turn as its replies; 0: arms")
      ->needs(record);
  command
      .add_number("--truth-pulls", run.truth_pulls, 1, 10'000'000,
                  "Playouts of each arm by which answers are judged")
      ->needs(record);
  command
      .add_number(
          "--playout-turns", run.playout_turns, 0, connect6::PlayoutParameters::kToTheEnd,
          "Number of turns of a playout after which the evaluation decides, instead of its end")
      ->default_str("")
      ->needs(record);
  record->excludes(command.get_option("--instances"));
  record->excludes(command.get_option("--space"));
}

void add_instance_options(Command& command, BanditsRun& run) {
  Option* json = command
                     .add_option("--instances FILE", run.instances,
                                 "File (JSON) of arms or a tree, the same in all runs: {\"arms\": "
                                 "[[LOSS, DRAW, WIN], ...]}, or {\"tree\": {\"max\": "
                                 "[{\"min\": [[LOSS, DRAW, WIN], ...]}, ...]}}")
                     ->old_name_of_value("--json");
  Option* space = command
                      .add_option("--space", run.space,
                                  "Sample instances from an arm space of paper 001: 1 has 36 arms "
                                  "(tenths), 2 has 231 (twentieths)")
                      ->check(one_of(std::array{1, 2}));
  Option* arms =
      command.add_number("--arms", run.arms, 1, 231, "Number of flat arms, all different");
  command
      .add_number("--replies N,N,...", run.replies, 1, 10'000,
                  "A tree: number of replies of each action")
      ->delimiter(',')
      ->needs(space)
      ->excludes(arms);
  command.add_flag("--same", run.same, "Sample one instance for all runs instead of one for each")
      ->needs(space);
  arms->needs(space);
  space->excludes(json);
}

/// Adds the fixed programs and the options that they exclude.
void add_report_options(Command& command, BanditsRun& run) {
  Option* paper =
      command.add_flag("--paper", run.paper,
                       "Repeat all experiments of paper 001, with a verdict on each of its claims");
  Option* shapes =
      command
          .add_flag("--tree-shapes", run.shapes,
                    "All methods on the six shapes of the paper's trees, --count runs of each")
          ->old_name("--shapes");
  command
      .add_flag("--quick", run.quick, "The paper with fewer runs, in half a minute on two cores")
      ->needs(paper);
  paper->excludes(shapes);
  for (const char* const other : {"--instances", "--space", "--connect6", "--methods",
                                  "--decision-rule", "--truth", "--steps", "--confidence"}) {
    paper->excludes(command.get_option(other));
    shapes->excludes(command.get_option(other));
  }
  paper->excludes(command.get_option("--count"));
}

}  // namespace

void add_bandits(Command& app) {
  Command* command = app.add_subcommand(
      "bandits", "Compare methods of best-action identification with ternary arms (paper 001)");
  auto run = std::make_shared<BanditsRun>();
  command->begin_group(kDataGroup);
  add_instance_options(*command, *run);
  add_position_options(*command, *run);
  add_count(*command, run->runs, "Number of runs", 1, kMaxRuns)->old_name("--runs");
  command->begin_group(kModelGroup);
  command->add_option("--methods NAME[:N],...", run->methods, methods_help())
      ->delimiter(',')
      ->suggest_names(bandits::methods());
  command
      ->add_option("--decision-rule RULE", run->rule,
                   "How methods compare probabilities: lexicographic (the paper's, bit-exact), "
                   "grid:N, tolerance:N, weighted:N, expectation")
      ->suggest(rule_words())
      ->old_name("--rule");
  command
      ->add_option("--truth RULE", run->truth,
                   "How answers are judged; default: minimum loss, then minimum draw (weighted and "
                   "expectation: by themselves)")
      ->suggest(rule_words());
  command->begin_group(kUpdateGroup);
  command
      ->add_number("--steps N,N,...", run->rounds, 1, kMaxRounds,
                   "Budgets in playouts; methods that do not depend on the budget answer all of "
                   "them in one run")
      ->delimiter(',')
      ->old_name("--rounds");
  command->add_number("--confidence", run->confidence, 0.0, 1.0,
                      "Also stop when an action is best with this posterior probability, at the "
                      "latest after the maximum of --steps");
  add_seed(*command, run->seed, "instances, outcomes and methods");
  add_threads(*command, run->threads);
  add_report(*command, run->report, "report.html with pictures, result.json, result.csv")
      ->old_name("--out");
  add_reporting(*command, run->reporting);
  command->begin_group(kDataGroup);
  add_report_options(*command, *run);
  command->callback([run] { run_bandits(*run); });
}

}  // namespace trivium::tools
