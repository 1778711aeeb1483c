#include "tools/learn_poker_cnn/train_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "engine/poker/network.h"
#include "engine/poker/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/measure/hand_log.h"
#include "learning/poker_cnn/torch/training_run.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/number_range.h"
#include "tools/places.h"
#include "tools/poker_options.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

struct TrainArguments {
  std::string game;
  std::vector<std::string> logs;
  std::string licence;
  std::string player;
  std::size_t train_hands = 0;  ///< 0: all that are not tested on
  std::size_t test_hands = 0;   ///< 0: a sixth
  std::size_t parts = 1;
  std::string alignment = "top-left";
  std::vector<std::string> sizes;
  std::string teacher;
  cnn::TrainerOptions trainer;
  cnn::TrainingRunOptions run;
  std::string checkpoint;
  std::string out;
  std::string csv;
};

const std::map<std::string, cnn::Lesson> kLessons{{"moves", cnn::Lesson::kMoves},
                                                  {"paper-values", cnn::Lesson::kPaperValues},
                                                  {"value-head", cnn::Lesson::kValueHead},
                                                  {"strategy", cnn::Lesson::kStrategy}};
const std::map<std::string, cnn::Optimiser> kOptimisers{{"adagrad", cnn::Optimiser::kAdagrad}, {"sgd", cnn::Optimiser::kSgd}};
const std::map<std::string, cnn::Initialisation> kInitialisations{{"msra", cnn::Initialisation::kMsra},
                                                                  {"gaussian", cnn::Initialisation::kGaussian}};

template <class Value>
std::string name_of(const std::map<std::string, Value>& names, Value value) {
  return std::ranges::find(names, value, [](const auto& item) { return item.second; })->first;
}

std::vector<std::int32_t> sizes_of(const std::vector<std::string>& words) {
  std::vector<std::int32_t> sizes;
  for (const std::string& word : words) {
    const std::optional<std::int32_t> percent = word == "all" ? poker::kAllInSize : text::parse_number<std::int32_t>(word);
    if (!percent || (word != "all" && *percent < 1))
      throw CLI::ValidationError("--sizes", word + " is no percentage of the pot and not 'all'");
    if (std::ranges::find(sizes, *percent) != sizes.end()) throw CLI::ValidationError("--sizes", word + " comes twice");
    sizes.push_back(*percent);
  }
  if (sizes.size() > poker::kMostRaiseSizes) throw CLI::ValidationError("--sizes", fmt::format("at most {}", poker::kMostRaiseSizes));
  return sizes;
}

std::shared_ptr<const poker::Policy> teacher_of(const TrainArguments& arguments, const poker::GameDefinition& game) {
  if ((arguments.trainer.lesson == cnn::Lesson::kStrategy) != !arguments.teacher.empty()) {
    throw CLI::ValidationError("--teacher", "is for --lesson strategy, which needs one");
  }
  if (arguments.teacher.empty()) return nullptr;
  const Result<std::shared_ptr<const poker::Policy>> teacher = poker::policy_named(arguments.teacher, game);
  if (!teacher) throw CLI::ValidationError("--teacher", teacher.error().message);
  return *teacher;
}

cnn::LoggedHands hands_of(const TrainArguments& arguments, const poker::GameDefinition& game) {
  std::vector<poker::StateRecord> records;
  for (const std::string& log : arguments.logs) {
    Result<std::vector<poker::StateRecord>> read = learning::read_hand_log(log, game);
    if (!read) throw format::LoadError(read.error().message);
    std::ranges::move(*read, std::back_inserter(records));
  }
  return {game, std::move(records)};
}

/// What is learned from, in parts, and what is tested on.
struct Data {
  cnn::HandSplit split;
  std::vector<std::vector<cnn::Decision>> parts;
  std::vector<cnn::Decision> test;
  std::size_t train_hands = 0;
  std::size_t test_hands = 0;
};

std::vector<cnn::Decision> decisions_in(const cnn::LoggedHands& hands, std::span<const std::uint32_t> numbers, const std::string& player) {
  std::vector<cnn::Decision> all;
  for (const std::uint32_t number : numbers) {
    const std::vector<cnn::Decision> some = hands.decisions(number, number + std::size_t{1}, player);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Data data_of(const cnn::LoggedHands& hands, const TrainArguments& arguments) {
  constexpr std::size_t kTestedShare = 6;
  const std::size_t there = hands.records().size();
  Data data;
  data.test_hands = arguments.test_hands > 0 ? arguments.test_hands : there / kTestedShare;
  data.train_hands = arguments.train_hands > 0 ? arguments.train_hands : there - std::min(there, data.test_hands);
  if (data.train_hands + data.test_hands > there) {
    throw format::LoadError(
        fmt::format("the logs have {} hands, not {} to train and {} to test on", there, data.train_hands, data.test_hands));
  }
  data.split = cnn::split_hands(there, data.train_hands, data.test_hands, arguments.trainer.seed);
  for (std::size_t part = 0; part < arguments.parts; ++part) {
    const std::size_t begin = data.train_hands * part / arguments.parts;
    const std::size_t end = data.train_hands * (part + 1) / arguments.parts;
    data.parts.push_back(decisions_in(hands, std::span(data.split.train).subspan(begin, end - begin), arguments.player));
    if (data.parts.back().empty()) throw format::LoadError(fmt::format("part {} of the hands has no decision to learn from", part + 1));
  }
  data.test = decisions_in(hands, data.split.test, arguments.player);
  return data;
}

std::shared_ptr<const cnn::TaughtTargets> taught_targets(const cnn::LoggedHands& hands, const Data& data, const poker::Policy& teacher,
                                                         const cnn::TrainerOptions& options) {
  std::vector<std::uint32_t> numbers = data.split.train;
  numbers.insert(numbers.end(), data.split.test.begin(), data.split.test.end());
  learning::Progress progress("hands shown to the teacher", numbers.size());
  return std::make_shared<cnn::TaughtTargets>(hands, numbers, teacher, options.raise_sizes, options.threads,
                                              [&](std::uint64_t done) { progress.update(done); });
}

std::string number_text(double number) { return fmt::format("{:g}", number); }

/// The options that decide the result, as they are typed.
std::string reproducing_command(const TrainArguments& arguments, const Data& data) {
  const cnn::TrainerOptions& trainer = arguments.trainer;
  std::string text = fmt::format("trivium-learn poker-cnn train --game {}", arguments.game);
  for (const std::string& log : arguments.logs) text += fmt::format(" --log {}", std::filesystem::path(log).filename().string());
  if (!arguments.player.empty()) text += fmt::format(" --player {}", arguments.player);
  text += fmt::format(" --train-hands {} --test-hands {} --parts {} --lesson {} --optimiser {} --init {} --rate {} --gamma {} --batch {}",
                      data.train_hands, data.test_hands, arguments.parts, name_of(kLessons, trainer.lesson),
                      name_of(kOptimisers, trainer.optimiser), name_of(kInitialisations, trainer.initialisation), number_text(trainer.rate),
                      number_text(trainer.gamma), trainer.batch);
  text += fmt::format(" --alignment {}", arguments.alignment);
  if (!arguments.sizes.empty()) text += fmt::format(" --sizes {}", fmt::join(arguments.sizes, ","));
  if (!arguments.teacher.empty()) text += fmt::format(" --teacher {}", arguments.teacher);
  if (trainer.pooling) text += " --pooling";
  if (trainer.memory) text += " --memory";
  if (trainer.average > 0) text += fmt::format(" --average {}", number_text(trainer.average));
  if (trainer.cuda) text += " --cuda";
  return text + fmt::format(" --epochs {} --seed {}", arguments.run.epochs, trainer.seed);
}

std::vector<learning::DataSource> sources_of(const TrainArguments& arguments, const poker::GameDefinition& game) {
  std::vector<learning::DataSource> sources;
  for (const std::string& log : arguments.logs) sources.push_back(learning::describe_data(log, arguments.licence));
  if (!arguments.teacher.empty()) {
    for (const std::filesystem::path& file : poker::policy_files(arguments.teacher, game)) {
      sources.push_back(learning::describe_data(file, {}));
    }
  }
  return sources;
}

/// All that decides the run but how long it is.
std::string identity_of(const TrainArguments& arguments, const poker::GameDefinition& game, const Data& data) {
  TrainArguments whole = arguments;
  whole.run.epochs = 0;
  nlohmann::json identity{{"command", reproducing_command(whole, data)}};
  for (const learning::DataSource& source : sources_of(arguments, game)) identity["logs"].push_back(source.sha256);
  return identity.dump();
}

void print_evaluation(const cnn::Evaluation& evaluation) {
  constexpr std::array<std::string_view, 4> kRounds{"preflop", "flop", "turn", "river"};
  fmt::print("{:8} {:>22} {:>22} {:>22}\n", "", "fold", "call", "raise");
  for (std::size_t round = 0; round < kRounds.size(); ++round) {
    fmt::print("{:8}", kRounds[round]);
    for (const cnn::Accuracy& one : evaluation.by_round[round]) fmt::print(" {:>22}", fmt::format("{:.4f} of {}", one.share(), one.of));
    fmt::print("\n");
  }
}

void print_data(const cnn::LoggedHands& hands, const Data& data) {
  std::vector<cnn::Decision> train;
  for (const std::vector<cnn::Decision>& part : data.parts) train.insert(train.end(), part.begin(), part.end());
  fmt::print("hands: {} to train on, {} to test on; decisions: {} and {}\n", data.train_hands, data.test_hands, train.size(),
             data.test.size());
  fmt::print("most frequent action: {:.4f}\n", cnn::FrequencyModel(hands, train).accuracy(hands, data.test).share());
  fmt::print("strength and odds: {:.4f}\n", cnn::OddsModel(hands, train).accuracy(hands, data.test).share());
}

format::WeightFile network_file(const cnn::Trainer& trainer, const poker::GameDefinition& game, const TrainArguments& arguments,
                                const Data& data, const cnn::Evaluation& evaluation) {
  learning::Manifest manifest;
  manifest.tool = {std::string(version()), std::string(commit())};
  manifest.command = reproducing_command(arguments, data);
  manifest.origin = !arguments.teacher.empty() ? "learned: a strategy's answers in logged hands" : "learned: the actions of logged hands";
  manifest.seed = arguments.trainer.seed;
  manifest.data = sources_of(arguments, game);
  manifest.counts = {{"hands.train", static_cast<std::int64_t>(data.train_hands)},
                     {"hands.test", static_cast<std::int64_t>(data.test_hands)},
                     {"decisions.test", static_cast<std::int64_t>(data.test.size())}};
  manifest.figures = {{"test.accuracy", evaluation.all().share()}, {"test.loss", evaluation.loss}};
  format::WeightFile file;
  file.kind = poker::kNetworkKind;
  file.schema = poker::kNetworkSchema;
  file.manifest = manifest.to_json();
  file.tensors = poker::setting_tensors({game, arguments.trainer.alignment, arguments.trainer.raise_sizes});
  const std::vector<format::Tensor> layers = trainer.network();
  file.tensors.insert(file.tensors.end(), layers.begin(), layers.end());
  return file;
}

const learning::CardText kCard{
    "A convolutional network for heads-up hold'em: of a position drawn as 16 planes it says how likely a fold, a call and a raise are.",
    "Trained by libtorch on the actions of logged hands (data above), split by hand; the figures are those of hands it was not trained on. "
    "learning/poker_cnn/README.md tells the method.",
    "It imitates: it plays no better than those whose hands it was shown, knows nothing of its own betting but the pot, and plays only the "
    "game "
    "in it."};

void prepare_places(const TrainArguments& arguments) {
  std::vector<NamedPlace> written;
  if (!arguments.out.empty()) {
    require_place(arguments.out);
    learning::require_card_place(arguments.out);
    written.push_back({"--out", arguments.out});
  }
  if (!arguments.csv.empty()) {
    require_file_place(arguments.csv);
    written.push_back({"--csv", arguments.csv});
  }
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    written.push_back({"--checkpoint", learning::Checkpoint::file_in(arguments.checkpoint, cnn::kTrainingLearner)});
  }
  require_different(written, places_named("--log", arguments.logs));
}

int run_train(TrainArguments arguments) {
  const Result<poker::GameDefinition> game = poker::game_named(arguments.game);
  if (!game) throw CLI::ValidationError("--game", game.error().message);
  if (const Status fit = poker::encodable(*game); !fit) throw CLI::ValidationError("--game", fit.error().message);
  arguments.trainer.alignment = *poker::alignment_named(arguments.alignment);
  arguments.trainer.raise_sizes = sizes_of(arguments.sizes);
  const std::shared_ptr<const poker::Policy> teacher = teacher_of(arguments, *game);
  if (arguments.trainer.pooling && !arguments.out.empty())
    throw CLI::ValidationError("--pooling", "such a net is no weight file: leave --out out");
  prepare_places(arguments);
  const cnn::LoggedHands hands = hands_of(arguments, *game);
  const Data data = data_of(hands, arguments);
  print_data(hands, data);
  if (teacher != nullptr) arguments.trainer.taught = taught_targets(hands, data, *teacher, arguments.trainer);
  cnn::Trainer trainer(hands, data.parts, arguments.trainer);
  arguments.run.identity = identity_of(arguments, *game, data);
  if (!arguments.checkpoint.empty()) arguments.run.checkpoint_folder = arguments.checkpoint;

  std::optional<learning::Progress> progress;
  const auto heard = [&](std::uint64_t done) {
    if (!progress) {
      progress.emplace("batches", cnn::batches_of(trainer, arguments.run.epochs));
      progress->resumed_at(done);
    }
    progress->update(done);
  };
  const auto passed = [](const cnn::PassResult& pass) {
    fmt::print("epoch {}, part {}: loss {:.4f}, accuracy {:.4f}; test: accuracy {:.4f}, loss {:.4f}\n", pass.epoch, pass.part, pass.loss,
               pass.accuracy, pass.test_accuracy, pass.test_loss);
    std::fflush(stdout);
  };
  const std::vector<cnn::PassResult> passes = cnn::run_training(trainer, data.test, arguments.run, heard, passed);
  progress.reset();
  if (!arguments.csv.empty()) format::write_file_atomically(arguments.csv, cnn::curve_csv(passes));
  const cnn::Evaluation evaluation = trainer.evaluate(data.test);
  print_evaluation(evaluation);
  if (teacher != nullptr) fmt::print("test loss {:.4f}; of the teacher himself {:.4f}\n", evaluation.loss, evaluation.least);
  if (arguments.out.empty()) return 0;
  const format::WeightFile file = network_file(trainer, *game, arguments, data, evaluation);
  fmt::print("{}\n", learning::write_with_card(arguments.out, file, kCard).string());
  return 0;
}

void add_data_options(CLI::App& command, TrainArguments& arguments) {
  add_game_option(command, "--game", arguments.game)->required();
  command.add_option("--log", arguments.logs, "Hands to learn from: STATE lines; may be given more than once")
      ->required()
      ->type_name("FILE");
  command.add_option("--licence", arguments.licence, "Of the logs, for the manifest");
  command.add_option("--player", arguments.player, "Only the decisions of the player of that name")->type_name("NAME");
  command.add_option("--train-hands", arguments.train_hands, "Drawn from the logs; 0: all that are not tested on")->capture_default_str();
  command.add_option("--test-hands", arguments.test_hands, "Drawn from the logs, never trained on; 0: a sixth")->capture_default_str();
  command.add_option("--parts", arguments.parts, "Equal parts of the training hands, gone through one after the other")
      ->check(number_range(1, 1000))
      ->capture_default_str();
}

void add_training_options(CLI::App& command, TrainArguments& arguments) {
  cnn::TrainerOptions& trainer = arguments.trainer;
  const auto choice = [&](const char* name, auto& value, const auto& names, const char* help) {
    command.add_option(name, value, help)->transform(CLI::CheckedTransformer(names))->default_str(name_of(names, value));
  };
  choice("--lesson", trainer.lesson, kLessons,
         "What is learned: moves, the paper's values, moves and a chance to win in a head of its own, or a teacher's strategy");
  command.add_option("--teacher", arguments.teacher, "Who tells what he would do at each decision, whoever made it (--lesson strategy)")
      ->type_name("POLICY");
  choice("--optimiser", trainer.optimiser, kOptimisers, "How steps are taken");
  choice("--init", trainer.initialisation, kInitialisations, "What numbers begin with: He et al., or a deviation of 0.01");
  command.add_flag("--pooling", trainer.pooling, "The net that the paper argues against; cannot be written");
  command.add_flag("--memory", trainer.memory, "Let the net read the betting action by action too, by a recurrent layer");
  command.add_option("--rate", trainer.rate, "Of a step")->check(number_range(1e-9, 1e3))->capture_default_str();
  command.add_option("--gamma", trainer.gamma, "What a win is worth a decision earlier")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option("--average", trainer.average,
                  "Test and write a mean of the net over its steps, in which each weighs this much of the next; 0: as it is")
      ->check(number_range(0.0, 0.999999))
      ->capture_default_str();
  command.add_option("--batch", trainer.batch, "Decisions a step")->check(number_range<std::size_t>(1, 65536))->capture_default_str();
  command.add_option("--alignment", arguments.alignment, "Where cards lie in a plane")
      ->check(CLI::IsMember({"top-left", "centred"}))
      ->capture_default_str();
  command.add_option("--sizes", arguments.sizes, "No-limit: sizes of raises to learn, in percent of the pot after a call, and 'all'")
      ->delimiter(',')
      ->type_name("N,...");
  command.add_option("--epochs", arguments.run.epochs, "How often all hands are gone through")
      ->check(number_range<std::uint64_t>(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--seed", trainer.seed, "Of the split, the initial numbers and the order")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command.add_option("--threads", trainer.threads, "Changes the speed, not the result; more than 4 do not help")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command.add_flag("--cuda", trainer.cuda, "Train on a GPU, where this libtorch has one; other numbers come");
}

}  // namespace

void add_train(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("train", "Train a network on the actions of logged hands");
  auto arguments = std::make_shared<TrainArguments>();
  add_data_options(*command, *arguments);
  add_training_options(*command, *arguments);
  CLI::Option* checkpoint =
      command->add_option("--checkpoint", arguments->checkpoint, "Folder that keeps the run, to go on if it is interrupted")
          ->type_name("DIR");
  command->add_flag("--resume", arguments->run.resume, "Go on from --checkpoint, if there is something")->needs(checkpoint);
  command->add_option("--csv", arguments->csv, "Loss and accuracy after each part of an epoch")->type_name("FILE");
  command->add_option("--out", arguments->out, "The weight file to write, or a folder for it; without it nothing is written")
      ->type_name("FILE");
  command->callback([arguments, &status] { status = run_train(*arguments); });
}

}  // namespace trivium::tools
