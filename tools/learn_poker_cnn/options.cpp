#include "tools/learn_poker_cnn/options.h"

#include <map>
#include <memory>
#include <type_traits>
#include <utility>

#include "engine/poker/network/encoder.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

constexpr std::size_t kMaxHands = 1'000'000'000;

/// Adds --game, --data, --player, --train-hands and --held-out.
void add_data_options(Command& command, DataOptions& options) {
  command.begin_group(kDataGroup);
  add_game_option(command, "--game", options.game, is_holdem_for_two)->required();
  add_data(command, options.logs, "Logged hands: STATE lines")->required()->old_name("--log");
  command.add_option("--player NAME", options.players,
                     "Use only the decisions of the player of this name; may be repeated");
  command.add_number("--train-hands", options.train_hands, 0, kMaxHands,
                     "Number of training hands; 0: all hands that are not in the test");
  Option* share = add_held_out(command, options.held_out, "hands", 0.001)->default_str("a sixth");
  command
      .add_number("--test-hands", options.test_hands, 0, kMaxHands,
                  "Number of test hands, instead of a share")
      ->excludes(share);
}

void add_training_options(Command& command, NetworkTraining& arguments) {
  cnn::TrainerOptions& trainer = arguments.trainer;
  const auto choice = [&](const char* name, auto& value, const auto& names, const char* help) {
    std::map<std::string, std::uint8_t> numbers;
    for (const auto& [text, named] : names) numbers[text] = static_cast<std::uint8_t>(named);
    const auto set = [&value](std::uint8_t number) {
      value = static_cast<std::remove_reference_t<decltype(value)>>(number);
    };
    return command.add_choice(name, numbers, set, help)->default_str(cnn::name_of(names, value));
  };
  command.begin_group(kModelGroup);
  choice("--lesson", trainer.lesson, cnn::kLessons,
         "Target: the logged moves, the paper's values, moves and a winning chance in a separate "
         "head, or a teacher's strategy");
  command.add_option("--teacher POLICY", arguments.teacher,
                     "Policy that is asked at each decision (--lesson strategy)");
  choice("--init", trainer.initialization, cnn::kInitializations,
         "Initial weights: Kaiming initialization, or a standard deviation of 0.01");
  command.add_flag(
      "--pooling", trainer.pooling,
      "Train the network with pooling, which the paper argues against; it cannot be written");
  command.add_flag("--memory", trainer.memory,
                   "Let the network read the betting action by action, in a recurrent layer");
  command.add_option("--alignment", arguments.alignment, "Position of the cards in a plane")
      ->check(one_of({"top-left", "centred"}));
  command
      .add_option("--raise-sizes N,...", arguments.sizes,
                  "No-limit: raise sizes to learn, in percent of the pot after a call, and 'all'")
      ->delimiter(',')
      ->old_name("--sizes");
  command.begin_group(kUpdateGroup);
  choice("--optimizer", trainer.optimizer, cnn::kOptimizers, "Optimizer")->old_name("--optimiser");
  command.add_number("--rate", trainer.rate, 1e-9, 1e3, "Learning rate");
  command.add_number("--gamma", trainer.gamma, 0.0, 1.0,
                     "Discount of a win for each earlier decision");
  command.add_number(
      "--average", trainer.average, 0.0, 0.999999,
      "Test and write an exponential moving average of the weights with this decay; 0: "
      "the last weights");
  command.add_number("--batch", trainer.batch, 1, 65536, "Decisions per step");
  add_steps(command, arguments.run.epochs, "Epochs: passes over all training hands", 1'000'000)
      ->old_name("--epochs");
  add_seed(command, trainer.seed, "the split, the initial weights and the order");
  add_threads(command, trainer.threads, "; more than 4 do not help");
  command.add_flag("--cuda", trainer.cuda,
                   "Train on a GPU if libtorch finds one; the numbers differ from those of a CPU");
}

}  // namespace

void add_train_options(Command& command, std::function<void(const NetworkTraining&)> run) {
  auto arguments = std::make_shared<NetworkTraining>();
  add_data_options(command, arguments->data);
  command.add_number("--parts", arguments->data.parts, 1, 1000,
                     "Equal parts of the training hands, used one after the other");
  add_license(command, arguments->license, "logs");
  add_training_options(command, *arguments);
  add_out(command, arguments->out);
  Option* report =
      add_report(command, arguments->report, "loss and accuracy after each part of an epoch");
  command.add_option("--csv FILE", arguments->csv, "")
      ->group("")
      ->excludes(report)
      ->superseded_by("--report DIR");
  add_checkpoint(command, arguments->run);
  add_reporting(command, arguments->reporting);
  command.callback([arguments, run = std::move(run)] { run(*arguments); });
}

void add_test_options(Command& command, std::function<void(const NetworkTest&)> run) {
  auto arguments = std::make_shared<NetworkTest>();
  add_data_options(command, arguments->data);
  command.begin_group(kModelGroup);
  command.add_option("--weights FILE", arguments->network, "Weight file of kind poker.cnn")
      ->required()
      ->old_name("--network");
  add_seed(command, arguments->seed, "the split: that of the training, to test on its test hands");
  add_threads(command, arguments->threads);
  add_reporting(command, arguments->reporting);
  command.callback([arguments, run = std::move(run)] { run(*arguments); });
}

poker::GameDefinition encodable_game(const DataOptions& options) {
  poker::GameDefinition game = or_usage_error("--game", poker::game_named(options.game));
  or_usage_error("--game", poker::encodable(game));
  return game;
}

}  // namespace trivium::tools
