// `trivium-learn btmm --games FILE --out FILE`: gammas of Connect-6 patterns from the stones of games.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/core/input_file.h"
#include "engine/core/text.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/export_mm.h"
#include "learning/btmm/report.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;
namespace records = learning::records;

struct BtmmArguments {
  std::string games;
  std::string licence;
  std::string patterns = "paper-4";
  std::string out;
  std::string report;
  std::string export_mm;
  std::string judge;
  std::string checkpoint;
  btmm::BtmmOptions options;
};

constexpr std::size_t kShownFeatures = 8;  // of each table, in text and pictures
constexpr std::uint64_t kMaxDefinition = 65'536;

// In the folder of --report.
constexpr std::array kBtmmReport =
    std::to_array<const char*>({"curve.csv", "curve.svg", "ranks.csv", "stones.csv", "features.csv", "features.txt", "features.svg"});

bool is_set(const std::string& name) {
  const auto names = connect6::PatternSet::names();
  return std::ranges::find(names, name) != names.end();
}

/// A run that would fail when it writes, or write over what it has read, fails before it starts.
void prepare_places(const BtmmArguments& arguments) {
  std::vector<NamedPlace> written = with_parts({{"--export-mm", arguments.export_mm}});
  if (!arguments.export_mm.empty()) require_file_place(arguments.export_mm);
  if (!arguments.out.empty()) {
    require_place(arguments.out);
    learning::require_card_place(arguments.out);
    written.push_back({"--out", arguments.out});
  }
  prepare_files(arguments.report, kBtmmReport, written);
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    written.push_back({"--checkpoint", learning::Checkpoint::file_in(arguments.checkpoint, "btmm")});
  }
  require_different(written, {{"--games", arguments.games}, {"--patterns", is_set(arguments.patterns) ? "" : arguments.patterns}});
}

/// The set of that name, or of that file.
connect6::PatternSet patterns_named(const std::string& name) {
  if (is_set(name)) return *connect6::PatternSet::named(name);
  if (!std::filesystem::exists(name)) {
    const Error unknown = connect6::PatternSet::named(name).error();
    throw format::LoadError("patterns.unknown", fmt::format("--patterns: {}; nor is it a file", unknown.message));
  }
  Result<connect6::PatternSet> set = connect6::PatternSet::parse(format::or_throw(input::read_text(name, kMaxDefinition)));
  if (!set) throw format::LoadError(set.error().code, fmt::format("{}: {}", name, set.error().message));
  return *std::move(set);
}

/// Returns the option that selects the held-out games, as typed.
std::string split_words(const records::Split& split) {
  if (split.fold) return fmt::format("--fold {}/{}", split.fold->number, split.fold->count);
  return fmt::format("--held-out {}", split.held_out_share);
}

/// The command without what does not change the result; files by name, since the manifest has their hashes.
std::string reproducing_command(const BtmmArguments& arguments) {
  const btmm::BtmmOptions& options = arguments.options;
  std::string command =
      fmt::format("trivium-learn btmm --games {} --patterns {} --seed {} {} --prior-wins {} --prior-games {}", shown_name(arguments.games),
                  shown_name(arguments.patterns), options.split.seed, split_words(options.split), options.prior.wins, options.prior.games);
  if (options.split.train_games > 0) command += fmt::format(" --train-games {}", options.split.train_games);
  if (options.split.teachers == records::Teachers::kWinner) command += " --winners-only";
  if (options.simultaneous) command += " --simultaneous";
  if (!arguments.licence.empty()) command += fmt::format(" --licence \"{}\"", arguments.licence);
  return command + fmt::format(" --iterations {}", options.iterations);
}

void print_evaluation(const char* name, std::size_t games, const btmm::Evaluation& evaluation) {
  if (evaluation.all.states == 0) return;
  fmt::print(stderr,
             "{:9} {:>8} games {:>9} states  log-evidence {:.4f} (any cell: {:.4f})  first {:.1f} %, among 5 {:.1f} %, 20 {:.1f} %\n", name,
             games, evaluation.all.states, evaluation.all.mean(), evaluation.all.mean_uniform(), 100.0 * evaluation.among_first(1),
             100.0 * evaluation.among_first(5), 100.0 * evaluation.among_first(20));
}

void print_judgement(const records::GameSet& games, const btmm::BtmmJudgement& judgement) {
  print_evaluation("train", games.games(records::Role::kTrain), judgement.train);
  print_evaluation("held out", games.games(records::Role::kHeldOut), judgement.held_out);
}

btmm::BtmmResult learn_with_progress(const records::GameSet& games, const connect6::PatternLayout& layout, const BtmmArguments& arguments,
                                     const std::string& data_hash) {
  learning::Progress progress("iterations", arguments.options.iterations);
  bool first = true;
  return btmm::learn(games, layout, arguments.options, data_hash, [&](const btmm::IterationRow& row) {
    if (std::exchange(first, false)) progress.resumed_at(row.iteration);
    std::string detail = fmt::format("log-evidence {:.5f}", row.train);
    if (games.states(records::Role::kHeldOut) > 0) detail += fmt::format(", held out {:.5f}", row.held_out);
    progress.update(row.iteration, detail + (row.damped ? ", the step was shortened" : ""));
  });
}

void write_report(const std::filesystem::path& folder, const connect6::PatternSet& set, const btmm::BtmmResult& result,
                  const btmm::BtmmJudgement& judgement) {
  const std::vector<btmm::FeatureRow> rows = btmm::feature_rows(set, result.gammas, result.wins);
  const std::array<std::string, kBtmmReport.size()> texts{btmm::curve_csv(result.curve),
                                                          btmm::curve_svg(result.curve),
                                                          btmm::ranks_csv(judgement.train, judgement.held_out),
                                                          btmm::stones_csv(judgement.train, judgement.held_out),
                                                          btmm::features_csv(set, rows),
                                                          btmm::features_text(set, rows, kShownFeatures),
                                                          btmm::features_svg(set, rows, kShownFeatures)};
  for (std::size_t i = 0; i < texts.size(); ++i) format::write_file_atomically(folder / kBtmmReport[i], texts[i]);
}

/// Reads the games and holds some out. Throws format::LoadError if a fold is empty.
records::GameSet split_games(const BtmmArguments& arguments) {
  const records::Split& split = arguments.options.split;
  records::GameSet games(arguments.games, split);
  const std::size_t held_out = games.games(records::Role::kHeldOut);
  if (split.fold && held_out == 0)
    games.fail("held_out.none", fmt::format("{} holds out none of {} games", split_words(split), games.games()));
  if (!split.fold) warn_if_none_held_out(split.held_out_share, held_out, split_words(split), text::counted(games.games(), "game"));
  return games;
}

int run_judge(const BtmmArguments& arguments) {
  const auto weights = connect6::PatternWeights::load(arguments.judge);
  const records::GameSet games = split_games(arguments);
  if (games.states(records::Role::kTrain) + games.states(records::Role::kHeldOut) == 0)
    games.fail("games.judge.none", "no stone to judge by: nobody chose one");
  const connect6::PatternLayout layout(weights->set(), games.board_size());
  print_judgement(games, btmm::judge(games, layout, weights->gammas(), arguments.options.threads));
  return 0;
}

int run_export(const BtmmArguments& arguments) {
  const records::GameSet games(arguments.games, arguments.options.split);
  btmm::export_mm(games, connect6::PatternLayout(patterns_named(arguments.patterns), games.board_size()), arguments.export_mm);
  fmt::print("{}\n", arguments.export_mm);
  return 0;
}

int run_btmm(BtmmArguments arguments) {
  if (!arguments.checkpoint.empty()) arguments.options.checkpoint_folder = arguments.checkpoint;
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = reproducing_command(arguments);
  manifest.data = {learning::describe_data(arguments.games, arguments.licence)};
  const records::GameSet games = split_games(arguments);
  const connect6::PatternLayout layout(patterns_named(arguments.patterns), games.board_size());
  const btmm::BtmmResult result = learn_with_progress(games, layout, arguments, manifest.data.front().sha256);
  const btmm::BtmmJudgement judgement = btmm::judge(games, layout, result.gammas, arguments.options.threads);
  if (!arguments.report.empty()) write_report(arguments.report, layout.set(), result, judgement);
  const format::WeightFile file = btmm::btmm_file(games, layout.set(), arguments.options, result, judgement, std::move(manifest));
  const std::filesystem::path path = learning::write_with_card(arguments.out, file, btmm::btmm_card(layout.set(), arguments.options));
  print_judgement(games, judgement);
  fmt::print("{}\n", path.string());
  return 0;
}

/// Returns those that have an effect where something is learned alone.
std::vector<Option*> add_learning_options(Command& command, BtmmArguments& arguments) {
  btmm::BtmmOptions& options = arguments.options;
  return {
      command.add_option("--iterations", options.iterations, "Updates of every group")
          ->check(number_range(1, 100'000))
          ->capture_default_str(),
      command.add_flag("--simultaneous", options.simultaneous, "Update all groups at once: quicker and weaker steps"),
      command.add_option("--prior-wins", options.prior.wins, "Games that each feature has won against gamma 1 beforehand")
          ->check(number_range(1e-9, 1e9))
          ->capture_default_str(),
      command.add_option("--prior-games", options.prior.games, "Of so many; more than it has won")
          ->check(number_range(1e-9, 1e9))
          ->capture_default_str(),
      command.add_option("--licence", arguments.licence, "Licence of the games, for the model card"),
  };
}

/// Parses "N/K". Throws UsageError.
learning::Fold fold_named(const std::string& text) {
  constexpr std::size_t kMaxFolds = 1000;
  const std::size_t slash = std::min(text.find('/'), text.size() - 1);
  const std::size_t number = text::parse_number<std::size_t>(text.substr(0, slash)).value_or(0);
  const std::size_t count = text::parse_number<std::size_t>(text.substr(slash + 1)).value_or(0);
  if (count < 2 || count > kMaxFolds || number < 1 || number > count) {
    throw UsageError("--fold", fmt::format("\"{}\" is no fold; N/K with K from 2 to {} and N from 1 to K, as 1/10", text, kMaxFolds));
  }
  return {number, count};
}

/// Which games, and how quickly.
void add_split_options(Command& command, btmm::BtmmOptions& options) {
  command.add_option("--seed", options.split.seed, "Chooses the games held out")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  Option* held_out = command.add_option("--held-out", options.split.held_out_share, "Share of the games kept for the test");
  held_out->check(number_range(0.0, 0.9))->capture_default_str();
  command
      .add_option_function(
          "--fold", [&options](const std::string& text) { options.split.fold = fold_named(text); },
          "Keep fold N of K for the test instead: with the same seed, each game is in one of the K")
      ->type_name("N/K")
      ->excludes(held_out);
  command.add_option("--train-games", options.split.train_games, "Learn from so many of the other games, the first ones; 0: all")
      ->check(any_natural_number<std::size_t>())
      ->capture_default_str();
  command.add_flag_callback(
      "--winners-only", [&options] { options.split.teachers = records::Teachers::kWinner; },
      "Learn from the winner's stones alone; games held out are judged by all stones");
  command.add_option("--threads", options.threads, "Changes the speed, not the result")
      ->check(number_range(1, 1024))
      ->capture_default_str();
}

}  // namespace

void add_btmm(Command& app, int& status) {
  Command* command = app.add_subcommand("btmm", "Learn which Connect-6 stones are chosen, by patterns (Bradley-Terry, kind connect6.btmm)");
  auto arguments = std::make_shared<BtmmArguments>();
  command->add_option("--games", arguments->games, "Games, as `trivium-learn games connect6` writes them")
      ->required()
      ->check(existing_file());
  Option* patterns =
      command
          ->add_option("--patterns", arguments->patterns,
                       "Which features: paper-1 to paper-4 (as in paper 000), extended, compact (of the gammas that ship), or a file "
                       "that defines them (patterns.md)")
          ->type_name("NAME|FILE")
          ->capture_default_str();
  const std::vector<Option*> of_learning = add_learning_options(*command, *arguments);
  add_split_options(*command, arguments->options);
  Option* out =
      command->add_option("--out", arguments->out, "Weight file to write; in a folder it gets its canonical name")->type_name("FILE");
  Option* report =
      command->add_option("--report", arguments->report, "Folder for curves, ranks and features, as CSV, text and SVG")->type_name("DIR");
  Option* checkpoint =
      command->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot after each iteration")->type_name("DIR");
  command->add_flag("--resume", arguments->options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  report->needs(out);
  checkpoint->needs(out);
  Option* judge =
      command->add_option("--judge", arguments->judge, "Learn nothing: say how well these weights foretell the games")->type_name("FILE");
  Option* export_mm =
      command->add_option("--export-mm", arguments->export_mm, "Learn nothing: write the training games as input of Coulom's mm; large")
          ->type_name("FILE");
  for (Option* option : of_learning) option->needs(out);
  judge->excludes(out)->excludes(export_mm)->excludes(patterns);
  export_mm->excludes(out)->excludes(command->get_option("--threads"));
  command->callback([=, &status] {
    if (!*out && !*judge && !*export_mm) throw UsageError::required("--out, --judge or --export-mm");
    if (arguments->options.prior.games <= arguments->options.prior.wins) {
      throw UsageError("--prior-games", "must be more than --prior-wins");
    }
    prepare_places(*arguments);
    status = *judge ? run_judge(*arguments) : *export_mm ? run_export(*arguments) : run_btmm(*arguments);
  });
}

}  // namespace trivium::tools
