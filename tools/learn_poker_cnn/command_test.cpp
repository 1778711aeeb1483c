// `trivium-learn poker cnn-test`: how often a network predicts the actions of logged hands.
#include "tools/command.h"

#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/network/network.h"
#include "models/format/load_error.h"
#include "tools/learn_poker_cnn/commands.h"
#include "tools/learn_poker_cnn/logged_data.h"
#include "tools/learn_poker_cnn/options.h"

namespace trivium::tools {

namespace {

int run_test(const NetworkTest& arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  const auto network = poker::Network::load(arguments.network);
  if (network->setting().game != game)
    throw format::LoadError("poker.network.game",
                            fmt::format("{}: is for another game", arguments.network));
  const learning::poker_cnn::LoggedHands hands = logged_hands(arguments.data, game);
  const Data data = split_data(hands, arguments.data, arguments.seed);
  print_sizes(stdout, data);
  std::vector<Predicted> predicted = baselines(hands, data);
  predicted.push_back(
      {"network", learning::poker_cnn::evaluate(*network, hands, data.test, arguments.threads)});
  print_table(stdout, predicted);
  return 0;
}

}  // namespace

void add_test(Command& command, int& status) {
  add_test_options(command,
                   [&status](const NetworkTest& arguments) { status = run_test(arguments); });
}

}  // namespace trivium::tools
