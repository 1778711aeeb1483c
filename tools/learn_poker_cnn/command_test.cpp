// `trivium-learn poker cnn-test`: how often a network predicts the actions of logged hands.
#include "tools/command.h"

#include <cstdint>
#include <vector>

#include "engine/poker/network/network.h"
#include "learning/harness/progress.h"
#include "learning/poker_cnn/baselines.h"
#include "learning/poker_cnn/evaluation.h"
#include "learning/poker_cnn/logged_data.h"
#include "models/format/load_error.h"
#include "tools/learn_poker_cnn/commands.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/learn_poker_cnn/tables.h"

namespace trivium::tools {

namespace {

namespace cnn = learning::poker_cnn;

int run_test(const NetworkTest& arguments) {
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
  return 0;
}

}  // namespace

void add_test(Command& command, int& status) {
  add_test_options(command,
                   [&status](const NetworkTest& arguments) { status = run_test(arguments); });
}

}  // namespace trivium::tools
