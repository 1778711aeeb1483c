// `trivium-lab bandits`: which of several ternary arms is best, or which action of a tree of them; methods compared, paper 001 repeated.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/odds/playout.h"
#include "engine/core/input_file.h"
#include "learning/bandits/connect6_position.h"
#include "learning/bandits/experiment.h"
#include "learning/bandits/instance_json.h"
#include "learning/bandits/paper.h"
#include "learning/bandits/paper_claims.h"
#include "learning/bandits/reports.h"
#include "learning/bandits/result_text.h"
#include "learning/bandits/shapes.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/number_range.h"
#include "tools/places.h"
#include "tools/trivium/record_file.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

namespace lab = learning::bandits;

constexpr std::size_t kMaxRounds = 100'000'000;
constexpr std::size_t kMaxRuns = 10'000'000;
/// Answers that are kept, a few bytes each.
constexpr std::size_t kMaxAnswers = 200'000'000;
constexpr std::size_t kMaxLabThreads = 1024;

struct BanditsRun {
  std::string json;
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
  std::string out;
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

/// The rules by which methods play and by which answers are judged.
struct Rules {
  bandits::DecisionRule rule;
  bandits::DecisionRule truth;
};

Result<Rules> rules_of(const BanditsRun& run) {
  const auto rule = bandits::parse_rule(run.rule);
  if (!rule) return at_place("--rule", rule.error());
  if (run.truth.empty()) return Rules{*rule, lab::truth_for(*rule)};
  const auto truth = bandits::parse_rule(run.truth);
  if (!truth) return at_place("--truth", truth.error());
  return Rules{*rule, lab::truth_for(*truth)};
}

Result<lab::Instances> instances_of(const BanditsRun& run, const bandits::DecisionRule& truth) {
  if (!run.json.empty()) {
    const std::string text = format::or_throw(input::read_text(run.json, lab::kMaxJsonBytes));
    auto instance = lab::parse_instance(text, truth);
    if (!instance) return at_place("--json", at_place(run.json, instance.error()));
    return lab::Instances(*std::move(instance), std::filesystem::path(run.json).filename().string());
  }
  if (run.space == 0) return Error{"usage.option.missing", "nothing to play: needs one of --json, --space, --connect6, --paper, --shapes"};
  if ((run.arms > 0) == !run.replies.empty()) return Error{"usage.option.missing", "--space: needs either --arms or --replies"};
  auto drawn = lab::Instances::drawn({run.space, run.arms, run.replies}, truth);
  if (!drawn) return at_place(run.arms > 0 ? "--arms" : "--replies", drawn.error());
  if (!run.same) return drawn;
  return lab::Instances(*drawn->of(run.seed, 0), fmt::format("one instance of {}", drawn->told()));
}

/// "tbba_tree:all" stands for all its splits.
Result<std::vector<bandits::MethodChoice>> methods_of(const std::vector<std::string>& words) {
  constexpr std::string_view kAll = ":all";
  std::vector<bandits::MethodChoice> methods;
  const auto add = [&methods](const std::string& word) -> Status {
    auto choice = bandits::parse_method(word);
    if (!choice) return at_place("--methods", choice.error());
    for (const bandits::MethodChoice& other : methods) {
      if (other.text == choice->text) return Error{"usage.option.twice", fmt::format("--methods: {} is named twice", word)};
    }
    methods.push_back(*std::move(choice));
    return {};
  };
  for (const std::string& word : words) {
    const bool all = word.ends_with(kAll);
    for (int tenths = 0; tenths <= (all ? 10 : 0); ++tenths) {
      const std::string one = all ? fmt::format("{}:{:g}", word.substr(0, word.size() - kAll.size()), tenths / 10.0) : word;
      if (const Status added = add(one); !added) return added.error();
    }
  }
  return methods;
}

Result<lab::PositionBandit> position_of(const BanditsRun& run, const Rules& rules) {
  const auto board = board_from_file(run.connect6, run.stones);
  if (!board) return at_place("--connect6", board.error());
  const connect6::Knowledge knowledge = connect6::load_knowledge();
  if (!knowledge) return Error{"weights.missing", "--connect6: there are no weights (trivium doctor tells more)"};
  lab::PositionOptions options{run.turns, run.answers, run.truth_pulls, rules.rule, rules.truth, {}, run.seed, run.threads};
  options.playouts.turns = run.playout_turns;
  auto position = lab::position_bandit(*board, knowledge, options);
  if (!position) return at_place("--connect6", position.error());
  return position;
}

struct AskedExperiment {
  lab::Experiment experiment;
  std::string preface;  ///< what is known of the instance
};

Result<AskedExperiment> experiment_of(const BanditsRun& run) {
  const auto rules = rules_of(run);
  if (!rules) return rules.error();
  auto methods = methods_of(run.methods);
  if (!methods) return methods.error();
  lab::LivePulls live;
  std::string preface;
  auto instances = [&]() -> Result<lab::Instances> {
    if (run.connect6.empty()) return instances_of(run, rules->truth);
    auto position = position_of(run, *rules);
    if (!position) return position.error();
    live = position->pulls;
    preface = lab::position_text(*position);
    return lab::Instances(std::move(position->instance), std::move(position->told));
  }();
  if (!instances) return instances.error();
  lab::Experiment experiment{*std::move(instances), *std::move(methods), rules->rule, run.rounds, run.runs, run.seed, run.confidence, live};
  std::ranges::sort(experiment.rounds);
  const auto twice = std::ranges::unique(experiment.rounds);
  experiment.rounds.erase(twice.begin(), twice.end());
  if (experiment.runs * experiment.methods.size() * experiment.rounds.size() > kMaxAnswers) {
    return Error{"usage.option.range",
                 fmt::format("--runs: times methods and numbers of rounds these are more than {} answers", kMaxAnswers)};
  }
  if (const Status fit = lab::check_experiment(experiment); !fit) return at_place("--methods", fit.error());
  return AskedExperiment{std::move(experiment), std::move(preface)};
}

/// Before the work: that files can be written, and none over the one that is read.
void prepare_out(const BanditsRun& run) {
  if (run.out.empty()) return;
  constexpr std::array<const char*, 3> kFiles = {"report.html", "result.json", "result.csv"};
  std::vector<NamedPlace> written;
  prepare_files(run.out, kFiles, written);
  require_different(written, {{"--json", run.json}, {"--connect6", run.connect6 == "-" ? "" : run.connect6}});
}

void write_files(const BanditsRun& run, const std::vector<lab::ReportFile>& files) {
  for (const lab::ReportFile& file : files) format::write_file_atomically(std::filesystem::path(run.out) / file.name, file.content);
  fmt::print(stderr, "trivium-lab: {} files in {}, to be read from report.html\n", files.size(), run.out);
}

/// The program and the options that decide the figures.
std::string made_by(const std::string& options) { return fmt::format("trivium-lab {} ({}): bandits {}", version(), commit(), options); }

void say(std::string_view what) { fmt::print(stderr, "trivium-lab: {}\n", what); }

/// Returns a function that reports the next part and its number. `phases` must outlive it.
std::function<void(std::string_view what)> numbered(learning::Phases& phases) {
  return [&phases](std::string_view what) { say(phases.next(what)); };
}

int run_paper_command(const BanditsRun& run) {
  prepare_out(run);
  learning::Phases phases(lab::kPaperParts + lab::kPaperShapes);
  const lab::PaperOptions options{run.quick, 1, run.seed, run.threads, numbered(phases)};
  constexpr std::size_t kQuickRuns = 24, kFullRuns = 200;
  lab::PaperResult result{lab::run_paper(options), {}, {}, {}};
  result.claims = lab::ask_claims(result.figures);
  result.checks = lab::check_simulation(result.figures);
  result.shapes = lab::run_shapes({run.quick ? kQuickRuns : kFullRuns, run.seed, run.threads, numbered(phases)});
  fmt::print("{}", lab::paper_text(result));
  if (!run.out.empty()) {
    write_files(run, lab::paper_files(result, made_by(fmt::format("--paper{} --seed {}", run.quick ? " --quick" : "", run.seed))));
  }
  return 0;
}

int run_shapes_command(const BanditsRun& run) {
  prepare_out(run);
  learning::Phases phases(lab::kPaperShapes);
  const lab::ShapesTable table = lab::run_shapes({run.runs, run.seed, run.threads, numbered(phases)});
  fmt::print("{}", lab::shapes_text(table));
  if (!run.out.empty())
    write_files(run, lab::shapes_files(table, made_by(fmt::format("--shapes --runs {} --seed {}", run.runs, run.seed))));
  return 0;
}

int run_bandits(const BanditsRun& run) {
  if (run.paper) return run_paper_command(run);
  if (run.shapes) return run_shapes_command(run);
  const auto asked = experiment_of(run);
  if (!asked) throw UsageError(asked.error());
  prepare_out(run);
  learning::Progress progress("runs", asked->experiment.runs);
  const lab::Study study =
      lab::make_study("bandits", asked->experiment, run.threads, [&progress](std::uint64_t done) { progress.update(done); });
  fmt::print("{}{}", asked->preface, lab::study_text(study));
  if (!run.out.empty()) write_files(run, lab::study_files(study, made_by(lab::told_setting(study.experiment))));
  return 0;
}

std::string methods_help() {
  std::string text = "Methods, as NAME or NAME:N; NAME:all stands for the splits 0, 0.1 ... 1 of a method that has one:";
  for (const bandits::MethodInfo& one : bandits::methods()) text += fmt::format("\n{}: {}", one.name, one.what);
  return text;
}

void add_position_options(Command& command, BanditsRun& run) {
  Option* record =
      command
          .add_option("--connect6", run.connect6,
                      "A Connect-6 record (SGF, paper form or CSV; - is standard input): its likely turns, by playouts; on boards of 19 "
                      "a playout is seldom drawn, so --rule expectation suits it")
          ->type_name("RECORD");
  command.add_option("--stones", run.stones, "The position after so many stones of it, not the last")
      ->check(number_range(0, connect6::kMaxSize * connect6::kMaxSize))
      ->needs(record);
  command.add_option("--turns", run.turns, "How many likely turns to choose from")
      ->check(number_range(std::size_t{2}, std::size_t{10}))
      ->capture_default_str()
      ->needs(record);
  command.add_option("--answers", run.answers, "How many likely answers each of them has as replies; 0: arms")
      ->check(number_range(std::size_t{0}, std::size_t{10}))
      ->capture_default_str()
      ->needs(record);
  command.add_option("--truth-pulls", run.truth_pulls, "Playouts of each arm by which answers are judged")
      ->check(number_range(std::size_t{1}, std::size_t{10'000'000}))
      ->capture_default_str()
      ->needs(record);
  command.add_option("--playout-turns", run.playout_turns, "The evaluation decides after so many turns of a playout, not the end")
      ->check(number_range(0, connect6::PlayoutParameters::kToTheEnd))
      ->needs(record);
  record->excludes(command.get_option("--json"));
  record->excludes(command.get_option("--space"));
}

void add_instance_options(Command& command, BanditsRun& run) {
  Option* json = command
                     .add_option("--json", run.json,
                                 "Arms or a tree, the same in all runs: {\"arms\": [[LOSS, DRAW, WIN], ...]}, or {\"tree\": {\"max\": "
                                 "[{\"min\": [[LOSS, DRAW, WIN], ...]}, ...]}}")
                     ->type_name("FILE");
  Option* space =
      command.add_option("--space", run.space, "Draw from the paper's arm space: 1 has 36 arms (tenths), 2 has 231 (twentieths)")
          ->check(one_of({1, 2}));
  Option* arms =
      command.add_option("--arms", run.arms, "So many flat arms, no two alike")->check(number_range(std::size_t{1}, std::size_t{231}));
  command.add_option("--replies", run.replies, "A tree: how many replies each action has")
      ->delimiter(',')
      ->type_name("N,N,...")
      ->check(number_range(std::size_t{1}, std::size_t{10'000}))
      ->needs(space)
      ->excludes(arms);
  command.add_flag("--same", run.same, "One drawn instance for all runs, not another one in each")->needs(space);
  arms->needs(space);
  space->excludes(json);
}

/// What runs a fixed programme, and what cannot be asked for with it.
void add_report_options(Command& command, BanditsRun& run) {
  Option* paper = command.add_flag("--paper", run.paper, "All experiments of paper 001 anew, with a verdict on each of its statements");
  Option* shapes = command.add_flag("--shapes", run.shapes, "All methods on the six shapes of the paper's trees; --runs of each");
  command.add_flag("--quick", run.quick, "The paper with fewer runs, in half a minute on two cores")->needs(paper);
  paper->excludes(shapes);
  for (const char* const other : {"--json", "--space", "--connect6", "--methods", "--rule", "--truth", "--rounds", "--confidence"}) {
    paper->excludes(command.get_option(other));
    shapes->excludes(command.get_option(other));
  }
  paper->excludes(command.get_option("--runs"));
}

}  // namespace

void add_bandits(Command& app, int& status) {
  Command* command = app.add_subcommand("bandits", "Best-action identification with ternary arms (paper 001): methods compared");
  auto run = std::make_shared<BanditsRun>();
  add_instance_options(*command, *run);
  add_position_options(*command, *run);
  command->add_option("--methods", run->methods, methods_help())->delimiter(',')->type_name("NAME[:N],...")->capture_default_str();
  command
      ->add_option(
          "--rule", run->rule,
          "How methods compare chances: lexicographic (the paper's, to the last bit), grid:N, tolerance:N, weighted:N, expectation")
      ->type_name("RULE")
      ->capture_default_str();
  command
      ->add_option("--truth", run->truth,
                   "By which answers are judged, if not by the least loss, then the least draw (weighted and expectation: by themselves)")
      ->type_name("RULE");
  command->add_option("--rounds", run->rounds, "Budgets; a method that does not plan by them is asked at each within one run")
      ->delimiter(',')
      ->type_name("N,N,...")
      ->check(number_range(std::size_t{1}, kMaxRounds))
      ->capture_default_str();
  command->add_option("--runs", run->runs, "How often")->check(number_range(std::size_t{1}, kMaxRuns))->capture_default_str();
  command->add_option("--seed", run->seed, "Of instances, outcomes and methods")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command->add_option("--threads", run->threads, "Changes the speed, not the result")
      ->check(number_range(std::size_t{1}, kMaxLabThreads))
      ->capture_default_str();
  command
      ->add_option("--confidence", run->confidence,
                   "Also until an action is the best with this posterior probability, for the greatest of --rounds at most")
      ->check(number_range(0.0, 1.0));
  command->add_option("--out", run->out, "Where report.html, result.json, result.csv and the pictures go")->type_name("DIR");
  add_report_options(*command, *run);
  command->callback([run, &status] { status = run_bandits(*run); });
}

}  // namespace trivium::tools
