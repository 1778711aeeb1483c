// `trivium-learn poker cnn`: trains a network on the actions of logged hands.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "engine/poker/network/network.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/charts/report.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/poker_cnn/torch/training_run.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn_poker_cnn/commands.h"
#include "tools/learn_poker_cnn/logged_data.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/places.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

std::vector<std::int32_t> sizes_of(const std::vector<std::string>& words,
                                   const poker::GameDefinition& game, cnn::Lesson lesson) {
  if (!words.empty() && !game.no_limit())
    throw UsageError("--sizes", "raises have one size in a limit game");
  if (!words.empty() && lesson == cnn::Lesson::kPaperValues) {
    throw UsageError("--sizes", "the paper's values do not include sizes");
  }
  std::vector<std::int32_t> sizes;
  for (const std::string& word : words) {
    const std::optional<std::int32_t> percent =
        word == "all" ? poker::kAllInSize : text::parse_number<std::int32_t>(word);
    if (!percent || (word != "all" && *percent < 1))
      throw UsageError("--sizes", word + " is neither a percentage of the pot nor 'all'");
    if (std::ranges::find(sizes, *percent) != sizes.end())
      throw UsageError("--sizes", word + " comes twice");
    sizes.push_back(*percent);
  }
  if (sizes.size() > poker::kMaxRaiseSizes)
    throw UsageError("--sizes", fmt::format("at most {}", poker::kMaxRaiseSizes));
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
                                                         const Data& data,
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
std::string reproducing_command(const NetworkTraining& arguments, const Data& data) {
  const cnn::TrainerOptions& trainer = arguments.trainer;
  std::string text = fmt::format("trivium-learn poker cnn --game {}", arguments.data.game);
  for (const std::string& log : arguments.data.logs)
    text += fmt::format(" --data {}", std::filesystem::path(log).filename().string());
  text += license_words(arguments.license);
  for (const std::string& player : arguments.data.players)
    text += fmt::format(" --player {}", shell_word(player));
  text += fmt::format(
      " --train-hands {} --test-hands {} --parts {} --lesson {} --optimizer {} --init {} --rate {} "
      "--gamma {} --batch {}",
      data.split.train.size(), data.split.test.size(), arguments.data.parts,
      lesson_name(trainer.lesson), optimizer_name(trainer.optimizer),
      initialization_name(trainer.initialization), trainer.rate, trainer.gamma, trainer.batch);
  text += fmt::format(" --alignment {}", arguments.alignment);
  if (!arguments.sizes.empty()) text += fmt::format(" --sizes {}", fmt::join(arguments.sizes, ","));
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

std::vector<learning::DataSource> sources_of(const NetworkTraining& arguments,
                                             const poker::GameDefinition& game) {
  std::vector<learning::DataSource> sources;
  for (const std::string& log : arguments.data.logs)
    sources.push_back(learning::describe_data(log, arguments.license));
  for (const std::filesystem::path& file : teachers_files(arguments, game))
    sources.push_back(learning::describe_data(file, {}));
  return sources;
}

/// Returns the settings of the run except its length, as a JSON object.
std::string identity_of(const NetworkTraining& arguments, const poker::GameDefinition& game,
                        const Data& data) {
  const cnn::TrainerOptions& trainer = arguments.trainer;
  std::vector<std::string> players = arguments.data.players;
  std::ranges::sort(players);
  nlohmann::json identity{{"game", poker::write_game_definition(game)},
                          {"players", players},
                          {"train_hands", data.split.train.size()},
                          {"test_hands", data.split.test.size()},
                          {"parts", arguments.data.parts},
                          {"lesson", lesson_name(trainer.lesson)},
                          {"optimiser", optimizer_name(trainer.optimizer)},
                          {"init", initialization_name(trainer.initialization)},
                          {"rate", trainer.rate},
                          {"gamma", trainer.gamma},
                          {"average", trainer.average},
                          {"batch", trainer.batch},
                          {"alignment", arguments.alignment},
                          {"sizes", trainer.raise_sizes},
                          {"pooling", trainer.pooling},
                          {"memory", trainer.memory},
                          {"cuda", trainer.cuda},
                          {"seed", trainer.seed}};
  // Logs, then the teacher's files.
  for (const learning::DataSource& source : sources_of(arguments, game))
    identity["files"].push_back(source.sha256);
  if (!arguments.teacher.empty())
    identity["teacher"] = arguments.teacher.substr(0, arguments.teacher.find(':'));
  return identity.dump();
}

format::WeightFile network_file(const cnn::Trainer& trainer, const poker::GameDefinition& game,
                                const NetworkTraining& arguments, const Data& data,
                                const cnn::Evaluation& evaluation) {
  learning::Manifest manifest;
  manifest.tool = {std::string(version()), std::string(commit())};
  manifest.command = reproducing_command(arguments, data);
  manifest.origin = !arguments.teacher.empty() ? "learned: a strategy's answers in logged hands"
                                               : "learned: the actions of logged hands";
  manifest.seed = arguments.trainer.seed;
  manifest.data = sources_of(arguments, game);
  manifest.counts = {{"hands.train", static_cast<std::int64_t>(data.split.train.size())},
                     {"hands.test", static_cast<std::int64_t>(data.split.test.size())},
                     {"decisions.train", static_cast<std::int64_t>(data.train().size())},
                     {"decisions.test", static_cast<std::int64_t>(data.test.size())}};
  manifest.figures = {{"test.accuracy", evaluation.all().share()}, {"test.loss", evaluation.loss}};
  format::WeightFile file;
  file.kind = poker::kNetworkKind;
  file.schema = poker::kNetworkSchema;
  file.manifest = manifest.to_json();
  file.tensors =
      poker::setting_tensors({game, arguments.trainer.alignment, arguments.trainer.raise_sizes});
  const std::vector<format::Tensor> layers = trainer.network();
  file.tensors.insert(file.tensors.end(), layers.begin(), layers.end());
  return file;
}

learning::CardText card_of(const NetworkTraining& arguments) {
  learning::CardText card;
  card.summary = fmt::format(
      "A convolutional network that plays heads-up hold'em (`--policy cnn`). From a position, "
      "encoded as 16 planes{}, it computes the probabilities of fold, call and raise{}.",
      arguments.trainer.memory ? ", and from the betting before it" : "",
      arguments.sizes.empty() ? "" : ", and of the size of a raise");
  card.strength =
      "`test.accuracy` below states how often its most probable action is that of the test hands. "
      "`trivium-lab poker match GAME --policy cnn:FILE --against cfr` measures its play.";
  if (arguments.teacher.empty()) {
    card.method =
        "Trained with libtorch on the actions of logged hands. Training and test hands are "
        "disjoint; figures are those of the test hands. docs/learning/poker-cnn.md explains the "
        "method.";
    card.limits =
        "It imitates players: it can hardly play better than they do. It plays only the game that "
        "its file states.";
    card.data = "Actions of logged hands (files below).";
  } else {
    card.method =
        "Trained with libtorch on the action probabilities of a strategy, the teacher, at each "
        "decision of logged hands. Training and test hands are disjoint; figures are those of the "
        "test hands. `test.accuracy` is the share of decisions at which the most probable actions "
        "of network and teacher agree. docs/learning/poker-cnn.md explains the method; "
        "tools/relearn reproduces the networks that ship.";
    card.limits =
        "It learns only from its teacher, whose knowledge is limited by its buckets of cards. It "
        "plays only the game that its file states.";
    card.data =
        "Decisions of logged hands, and the answers of a strategy to each of them (files below).";
  }
  return card;
}

// Files in the folder of --report.
constexpr std::array kCnnReport{"curve.csv"};

void prepare_places(const NetworkTraining& arguments, const poker::GameDefinition& game) {
  std::vector<NamedPlace> written;
  prepare_weights(arguments.out, written);
  prepare_report(arguments.report, kCnnReport, written);
  if (!arguments.csv.empty()) {
    require_file_place(arguments.csv);
    written.push_back({"--csv", arguments.csv});
  }
  prepare_checkpoint(arguments.run, cnn::kTrainingLearner, written);
  std::vector<NamedPlace> read = places_read(arguments.data);
  for (const std::filesystem::path& file : teachers_files(arguments, game))
    read.push_back({"--teacher", file});
  require_different(written, read);
}

int run_train(NetworkTraining arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  arguments.trainer.alignment = *poker::alignment_named(arguments.alignment);
  arguments.trainer.raise_sizes = sizes_of(arguments.sizes, game, arguments.trainer.lesson);
  const std::shared_ptr<const poker::Policy> teacher = teacher_of(arguments, game);
  if (arguments.trainer.pooling && !arguments.out.empty())
    throw UsageError("--pooling", "a network with pooling cannot be written: omit --out");
  if (arguments.trainer.cuda && !cnn::Trainer::has_cuda())
    throw UsageError("--cuda", "this libtorch finds no GPU");
  prepare_places(arguments, game);
  const cnn::LoggedHands hands = logged_hands(arguments.data, game);
  const Data data = split_data(hands, arguments.data, arguments.trainer.seed);
  std::FILE* const tables = arguments.reporting.tables();
  print_sizes(tables, data);
  learning::Phases phases(teacher != nullptr ? 2 : 1,
                          arguments.reporting.progress(arguments.out, arguments.run));
  if (teacher != nullptr)
    arguments.trainer.taught = taught_targets(hands, data, *teacher, arguments.trainer, phases);
  cnn::Trainer trainer(hands, data.parts, arguments.trainer);
  arguments.run.identity = identity_of(arguments, game, data);

  std::optional<learning::Progress> progress;
  const auto report = [&](std::uint64_t done) {
    if (!progress) {
      progress.emplace("batches", cnn::batches_of(trainer, arguments.run.epochs), phases.next());
    }
    progress->update(done);
  };
  const auto passed = [tables](const cnn::PassResult& pass) {
    fmt::print(tables,
               "epoch {}, part {}: training loss {:.4f} nats, accuracy {:.4f}; test accuracy "
               "{:.4f}, test loss {:.4f} nats\n",
               pass.epoch, pass.part, pass.loss, pass.accuracy, pass.test_accuracy, pass.test_loss);
    std::fflush(tables);
  };
  const std::vector<cnn::PassResult> passes =
      cnn::run_training(trainer, data.test, arguments.run, report, passed);
  progress.reset();
  if (!arguments.csv.empty()) format::write_file_atomically(arguments.csv, cnn::curve_csv(passes));
  if (!arguments.report.empty()) {
    learning::charts::write_report(arguments.report, "Training of a poker network", kCnnReport,
                                   {cnn::curve_csv(passes)});
  }
  const cnn::Evaluation evaluation = trainer.evaluate(data.test);
  std::vector<Predicted> predicted;
  // With a teacher the target is the teacher's action, else the logged action.
  if (teacher == nullptr) predicted = baselines(hands, data);
  predicted.push_back({"network", evaluation});
  print_table(tables, predicted);
  if (teacher != nullptr)
    fmt::print(tables, "test loss {:.4f} nats; that of the teacher {:.4f} nats\n", evaluation.loss,
               evaluation.minimum);
  if (arguments.out.empty()) return 0;
  const format::WeightFile file = network_file(trainer, game, arguments, data, evaluation);
  arguments.reporting.print_file(
      learning::write_with_card(arguments.out, file, card_of(arguments)).string());
  return 0;
}

}  // namespace

void add_train(Command& command, int& status) {
  add_train_options(command,
                    [&status](const NetworkTraining& arguments) { status = run_train(arguments); });
}

}  // namespace trivium::tools
