#include "tools/learn_poker_cnn/options.h"

#include <algorithm>
#include <map>
#include <memory>
#include <type_traits>
#include <utility>

#include "tools/command.h"
#include "tools/number_range.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

constexpr std::size_t kMaxHands = 1'000'000'000;

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

/// Adds --game, --log, --player, --train-hands and --test-hands.
void add_data_options(Command& command, DataOptions& options) {
  add_game_option(command, "--game", options.game)->required();
  command.add_option("--log", options.logs, "Hands: STATE lines; may be given more than once")->required()->type_name("FILE");
  command.add_option("--player", options.players, "Only the decisions of the player of that name; may be given more than once")
      ->type_name("NAME");
  const auto hands = [&](const char* name, std::size_t& number, const char* help) {
    command.add_option(name, number, help)->check(number_range<std::size_t>(0, kMaxHands))->capture_default_str();
  };
  hands("--train-hands", options.train_hands, "To learn from, drawn from the logs; 0: all that are not tested on");
  hands("--test-hands", options.test_hands, "To test on, drawn from the logs, never learned from; 0: a sixth");
}

void add_training_options(Command& command, NetworkTraining& arguments) {
  cnn::TrainerOptions& trainer = arguments.trainer;
  const auto choice = [&](const char* name, auto& value, const auto& names, const char* help) {
    std::map<std::string, std::uint8_t> numbers;
    for (const auto& [text, named] : names) numbers[text] = static_cast<std::uint8_t>(named);
    const auto set = [&value](std::uint8_t number) { value = static_cast<std::remove_reference_t<decltype(value)>>(number); };
    command.add_choice(name, numbers, set, help)->default_str(name_of(names, value));
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
      ->check(one_of({"top-left", "centred"}))
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

void add_train_options(Command& app, std::function<void(const NetworkTraining&)> run) {
  Command* command = app.add_subcommand("train", "Train a network on the actions of logged hands");
  auto arguments = std::make_shared<NetworkTraining>();
  add_data_options(*command, arguments->data);
  command->add_option("--parts", arguments->data.parts, "Equal parts of the training hands, gone through one after the other")
      ->check(number_range(1, 1000))
      ->capture_default_str();
  command->add_option("--licence", arguments->licence, "Of the logs, for the manifest");
  add_training_options(*command, *arguments);
  Option* checkpoint =
      command->add_option("--checkpoint", arguments->checkpoint, "Folder that keeps the run, to go on if it is interrupted")
          ->type_name("DIR");
  command->add_flag("--resume", arguments->run.resume, "Go on from --checkpoint, if there is something")->needs(checkpoint);
  command->add_option("--csv", arguments->csv, "Loss and accuracy after each part of an epoch")->type_name("FILE");
  command->add_option("--out", arguments->out, "The weight file to write, or a folder for it; without it nothing is written")
      ->type_name("FILE");
  command->callback([arguments, run = std::move(run)] { run(*arguments); });
}

void add_test_options(Command& app, std::function<void(const NetworkTest&)> run) {
  Command* command = app.add_subcommand("test", "How often a network foretells the actions of logged hands, by round and action");
  auto arguments = std::make_shared<NetworkTest>();
  add_data_options(*command, arguments->data);
  command->add_option("--network", arguments->network, "A weight file of kind poker.cnn")->required()->type_name("FILE");
  command->add_option("--seed", arguments->seed, "Of the split: that of the training, so that its test hands are tested on")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "Changes the speed, not the result")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command->callback([arguments, run = std::move(run)] { run(*arguments); });
}

std::string lesson_name(cnn::Lesson lesson) { return name_of(kLessons, lesson); }
std::string optimiser_name(cnn::Optimiser optimiser) { return name_of(kOptimisers, optimiser); }
std::string initialisation_name(cnn::Initialisation initialisation) { return name_of(kInitialisations, initialisation); }

}  // namespace trivium::tools
