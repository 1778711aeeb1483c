// `trivium-learn-poker-cnn`, which `trivium-learn poker cnn` starts with its own command line: the
// only program that needs libtorch. `poker cnn` trains a network on the actions of logged hands;
// `poker cnn-test` reports how often a network predicts them.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/step_progress.h"
#include "engine/core/text.h"
#include "engine/poker/network/encoder.h"
#include "engine/poker/network/network.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/charts/report.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "learning/poker_cnn/baselines.h"
#include "learning/poker_cnn/evaluation.h"
#include "learning/poker_cnn/logged_data.h"
#include "learning/poker_cnn/torch/network_file.h"
#include "learning/poker_cnn/torch/training_run.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn/shown_names.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/manifest.h"
#include "tools/manual/writers.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

constexpr std::array<std::string_view, poker::kMaxRounds> kRounds{"preflop", "flop", "turn",
                                                                  "river"};
constexpr std::array<std::string_view, cnn::kActions> kActionNames{"fold", "call", "raise"};

/// Prints the numbers of hands and decisions.
void print_sizes(const Reporting& reporting, const cnn::Data& data) {
  reporting.table("hands: {} to train on, {} to test on; decisions: {} and {}\n",
                  data.split.train.size(), data.split.test.size(), data.train().size(),
                  data.test.size());
}

/// Prints a line for each round and action, and one for all; a column of accuracies for each of
/// `predicted`. Requires: all have the same decisions.
void print_table(const Reporting& reporting, std::span<const cnn::Predicted> predicted) {
  reporting.table("{:8} {:6} {:>9}", "", "", "decisions");
  for (const cnn::Predicted& one : predicted) reporting.table(" {:>17}", one.name);
  reporting.table("\n");
  const auto line = [&](std::string_view round, std::string_view action, const auto& accuracy_of) {
    reporting.table("{:8} {:6} {:>9}", round, action, accuracy_of(predicted.front().evaluation).of);
    for (const cnn::Predicted& one : predicted)
      reporting.table(" {:>17.4f}", accuracy_of(one.evaluation).share());
    reporting.table("\n");
  };
  for (std::size_t round = 0; round < kRounds.size(); ++round) {
    for (std::size_t action = 0; action < kActionNames.size(); ++action) {
      line(kRounds[round], kActionNames[action],
           [&](const cnn::Evaluation& evaluation) { return evaluation.by_round[round][action]; });
    }
  }
  line("all", "", [](const cnn::Evaluation& evaluation) { return evaluation.all(); });
  reporting.table("{:25}", "cross entropy, nats");
  for (const cnn::Predicted& one : predicted) reporting.table(" {:>17.4f}", one.evaluation.loss);
  reporting.table("\n");
}

/// Prints the figures of the table as one line of JSON.
void print_json(std::span<const cnn::Predicted> predicted) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const cnn::Predicted& one : predicted) {
    const cnn::Accuracy all = one.evaluation.all();
    nlohmann::ordered_json by_round = nlohmann::ordered_json::array();
    for (std::size_t round = 0; round < kRounds.size(); ++round) {
      for (std::size_t action = 0; action < kActionNames.size(); ++action) {
        const cnn::Accuracy& accuracy = one.evaluation.by_round[round][action];
        by_round.push_back({{"round", kRounds[round]},
                            {"action", kActionNames[action]},
                            {"decisions", accuracy.of},
                            {"accuracy", accuracy.share()}});
      }
    }
    out.push_back({{"name", one.name},
                   {"decisions", all.of},
                   {"accuracy", all.share()},
                   {"cross_entropy", one.evaluation.loss},
                   {"by_round", std::move(by_round)}});
  }
  fmt::print("{}\n", out.dump());
}

std::vector<std::int32_t> sizes_of(const std::vector<std::string>& words,
                                   const poker::GameDefinition& game, cnn::Lesson lesson) {
  if (!words.empty() && !game.no_limit())
    throw UsageError("--raise-sizes", "raises have one size in a limit game");
  if (!words.empty() && lesson == cnn::Lesson::kPaperValues) {
    throw UsageError("--raise-sizes", "the paper's values do not include sizes");
  }
  std::vector<std::int32_t> sizes;
  for (const std::string& word : words) {
    const std::optional<std::int32_t> percent =
        word == "all" ? poker::kAllInSize : text::parse_number<std::int32_t>(word);
    if (!percent || (word != "all" && *percent < 1))
      throw UsageError("--raise-sizes", word + " is neither a percentage of the pot nor 'all'");
    if (std::ranges::find(sizes, *percent) != sizes.end())
      throw UsageError("--raise-sizes", word + " comes twice");
    sizes.push_back(*percent);
  }
  if (sizes.size() > poker::kMaxRaiseSizes)
    throw UsageError("--raise-sizes", fmt::format("at most {}", poker::kMaxRaiseSizes));
  return sizes;
}

std::shared_ptr<const poker::Policy> teacher_of(const NetworkTraining& arguments,
                                                const poker::GameDefinition& game) {
  if ((arguments.trainer.lesson == cnn::Lesson::kStrategy) != !arguments.teacher.empty()) {
    throw UsageError("--teacher", "belongs to --lesson strategy, which requires it");
  }
  if (arguments.teacher.empty()) return nullptr;
  return or_usage_error("--teacher", poker::policy_named(arguments.teacher, game));
}

std::shared_ptr<const cnn::TaughtTargets> taught_targets(const cnn::LoggedHands& hands,
                                                         const cnn::Data& data,
                                                         const poker::Policy& teacher,
                                                         const cnn::TrainerOptions& options,
                                                         learning::Phases& phases) {
  std::vector<std::uint32_t> numbers = data.split.train;
  numbers.insert(numbers.end(), data.split.test.begin(), data.split.test.end());
  learning::Progress progress("hands shown to the teacher", numbers.size(), phases.next());
  return std::make_shared<cnn::TaughtTargets>(hands, numbers, teacher, options.raise_sizes,
                                              options.threads,
                                              [&](std::uint64_t done) { progress.update(done); });
}

/// Returns the options that decide the result and its card, as typed.
std::string reproducing_command(const NetworkTraining& arguments, const cnn::Data& data) {
  const cnn::TrainerOptions& trainer = arguments.trainer;
  std::string text =
      fmt::format("trivium-learn poker cnn --game {}", shown_name(arguments.data.game));
  const ShownNames names(arguments.data.logs);
  for (const std::string& log : arguments.data.logs)
    text += fmt::format(" --data {}", shell_word(names.of(log)));
  text += license_words(arguments.license);
  for (const std::string& player : arguments.data.players)
    text += fmt::format(" --player {}", shell_word(player));
  text += fmt::format(
      " --train-hands {} --test-hands {} --parts {} --lesson {} --optimizer {} --init {} --rate {} "
      "--gamma {} --batch {}",
      data.split.train.size(), data.split.test.size(), arguments.data.parts,
      cnn::name_of(cnn::kLessons, trainer.lesson),
      cnn::name_of(cnn::kOptimizers, trainer.optimizer),
      cnn::name_of(cnn::kInitializations, trainer.initialization), trainer.rate, trainer.gamma,
      trainer.batch);
  text += fmt::format(" --alignment {}", arguments.alignment);
  if (!arguments.sizes.empty())
    text += fmt::format(" --raise-sizes {}", fmt::join(arguments.sizes, ","));
  if (!arguments.teacher.empty()) text += fmt::format(" --teacher {}", arguments.teacher);
  if (trainer.pooling) text += " --pooling";
  if (trainer.memory) text += " --memory";
  if (trainer.average > 0) text += fmt::format(" --average {}", trainer.average);
  if (trainer.cuda) text += " --cuda";
  return text + fmt::format(" --steps {} --seed {}", arguments.run.epochs, trainer.seed);
}

std::vector<std::filesystem::path> teachers_files(const NetworkTraining& arguments,
                                                  const poker::GameDefinition& game) {
  if (arguments.teacher.empty()) return {};
  return poker::policy_files(arguments.teacher, game);
}

/// Returns the logs, then the teacher's files.
std::vector<learning::DataSource> sources_of(const NetworkTraining& arguments,
                                             const poker::GameDefinition& game) {
  const std::vector<std::string>& logs = arguments.data.logs;
  std::vector<learning::DataSource> sources = ShownNames(logs).describe(logs, arguments.license);
  for (const std::filesystem::path& file : teachers_files(arguments, game))
    sources.push_back(learning::describe_data(file, {}));
  return sources;
}

// Files in the folder of --report.
constexpr std::array kCnnReport{"curve.csv"};

void prepare_places(const NetworkTraining& arguments, const poker::GameDefinition& game) {
  std::vector<NamedPlace> written;
  if (!arguments.csv.empty()) {
    require_file_place(arguments.csv);
    written.push_back({"--csv", arguments.csv});
  }
  std::vector<NamedPlace> read =
      places_named("--data", arguments.data.logs, {{"--game", game_file(arguments.data.game)}});
  for (const std::filesystem::path& file : teachers_files(arguments, game))
    read.push_back({"--teacher", file});
  prepare_output(
      {arguments.out, arguments.report, kCnnReport, &arguments.run, cnn::kTrainingLearner}, read,
      written);
}

void run_train(NetworkTraining arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  arguments.trainer.alignment = *poker::alignment_named(arguments.alignment);
  arguments.trainer.raise_sizes = sizes_of(arguments.sizes, game, arguments.trainer.lesson);
  const std::shared_ptr<const poker::Policy> teacher = teacher_of(arguments, game);
  if (arguments.trainer.pooling && !arguments.out.empty())
    throw UsageError("--pooling", "a network with pooling cannot be written: omit --out");
  if (arguments.trainer.cuda && !cnn::Trainer::has_cuda())
    throw UsageError("--cuda", "this libtorch finds no GPU");
  prepare_places(arguments, game);
  const cnn::LoggedHands hands = cnn::logged_hands(arguments.data.logs, game);
  const cnn::Data data = cnn::split_data(hands, arguments.data, arguments.trainer.seed);
  print_sizes(arguments.reporting, data);
  learning::Phases phases(teacher != nullptr ? 2 : 1,
                          arguments.reporting.progress(arguments.result(), arguments.run));
  if (teacher != nullptr)
    arguments.trainer.taught = taught_targets(hands, data, *teacher, arguments.trainer, phases);
  cnn::Trainer trainer(hands, data.parts, arguments.trainer);
  const std::vector<learning::DataSource> sources = sources_of(arguments, game);
  arguments.run.identity =
      cnn::run_identity(trainer, data, arguments.data.players, sources,
                        arguments.teacher.substr(0, arguments.teacher.find(':')));

  const auto passed = [&arguments](const cnn::PassResult& pass) {
    arguments.reporting.table(
        "epoch {}, part {}: training loss {:.4f} nats, accuracy {:.4f}; test accuracy "
        "{:.4f}, test loss {:.4f} nats\n",
        pass.epoch, pass.part, pass.loss, pass.accuracy, pass.test_accuracy, pass.test_loss);
    std::fflush(stdout);
  };
  const std::vector<cnn::PassResult> passes =
      learning::with_progress("batches", phases, [&](const StepProgress& progress) {
        const auto report = [&](std::uint64_t done) {
          progress(done, cnn::batches_of(trainer, arguments.run.epochs));
        };
        return cnn::run_training(trainer, data.test, arguments.run, report, passed);
      });
  if (!arguments.csv.empty()) format::write_file_atomically(arguments.csv, cnn::curve_csv(passes));
  learning::charts::write_report(arguments.report, "Training of a poker network", kCnnReport,
                                 {cnn::curve_csv(passes)});
  const cnn::Evaluation evaluation = trainer.evaluate(data.test);
  std::vector<cnn::Predicted> predicted;
  // With a teacher the target is the teacher's action, else the logged action.
  if (teacher == nullptr) predicted = cnn::baselines(hands, data.train(), data.test);
  predicted.push_back({"network", evaluation});
  print_table(arguments.reporting, predicted);
  if (teacher != nullptr)
    arguments.reporting.table("test loss {:.4f} nats; that of the teacher {:.4f} nats\n",
                              evaluation.loss, evaluation.minimum);
  if (arguments.out.empty()) {
    if (arguments.reporting.json) print_json(predicted);
    return;
  }
  learning::Manifest manifest = new_manifest(reproducing_command(arguments, data));
  manifest.data = sources;
  const format::WeightFile file = cnn::network_file(trainer, data, evaluation, std::move(manifest));
  arguments.reporting.write_weights(arguments.out, file, cnn::network_card(trainer.options()));
}

void run_test(const NetworkTest& arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  const auto network = poker::Network::load(arguments.network);
  if (network->setting().game != game)
    throw format::LoadError("poker.network.game", "{}: is for another game", arguments.network);
  const cnn::LoggedHands hands = cnn::logged_hands(arguments.data.logs, game);
  const cnn::Data data = cnn::split_data(hands, arguments.data, arguments.seed);
  print_sizes(arguments.reporting, data);
  std::vector<cnn::Predicted> predicted = cnn::baselines(hands, data.train(), data.test);
  learning::Progress progress("decisions", data.test.size(),
                              arguments.reporting.delayed_progress());
  predicted.push_back(
      {"network", cnn::evaluate(*network, hands, data.test, arguments.threads,
                                [&](std::uint64_t done) { progress.update(done); })});
  print_table(arguments.reporting, predicted);
  if (arguments.reporting.json) print_json(predicted);
}

void add_commands(Command& app) {
  app.require_subcommand(1);
  Command* const poker = app.add_subcommand("poker", "Networks of poker, by libtorch");
  poker->require_subcommand(1);
  add_train_options(*poker->add_subcommand("cnn", kNetworkTrainingHelp), run_train);
  add_test_options(*poker->add_subcommand("cnn-test", kNetworkTestHelp), run_test);
  app.old_command("poker-cnn train", "poker cnn");
  app.old_command("poker-cnn test", "poker cnn-test");
}

}  // namespace
}  // namespace trivium::tools

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-learn", "Trains networks of poker.", argc, argv,
                                          trivium::tools::add_commands);
}
