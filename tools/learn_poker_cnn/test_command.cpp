#include "tools/learn_poker_cnn/test_command.h"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/network.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/learn_poker_cnn/logged_data.h"
#include "tools/number_range.h"

namespace trivium::tools {

namespace {

struct TestArguments {
  DataOptions data;
  std::string network;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

int run_test(const TestArguments& arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  const auto network = poker::Network::load(arguments.network);
  if (network->setting().game != game)
    throw format::LoadError("poker.network.game", fmt::format("{} is for another game", arguments.network));
  const learning::poker_cnn::LoggedHands hands = logged_hands(arguments.data, game);
  const Data data = split_data(hands, arguments.data, arguments.seed);
  print_sizes(data);
  std::vector<Foretold> foretold = baselines(hands, data);
  foretold.push_back({"network", learning::poker_cnn::evaluate(*network, hands, data.test, arguments.threads)});
  print_table(foretold);
  return 0;
}

}  // namespace

void add_test(Command& app, int& status) {
  Command* command = app.add_subcommand("test", "How often a network foretells the actions of logged hands, by round and action");
  auto arguments = std::make_shared<TestArguments>();
  add_data_options(*command, arguments->data);
  command->add_option("--network", arguments->network, "A weight file of kind poker.cnn")->required()->type_name("FILE");
  command->add_option("--seed", arguments->seed, "Of the split: that of the training, so that its test hands are tested on")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "Changes the speed, not the result")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command->callback([arguments, &status] { status = run_test(*arguments); });
}

}  // namespace trivium::tools
