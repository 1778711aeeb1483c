// `trivium-learn poker cnn-test`: how often a network predicts the actions of logged hands.
#include "tools/command.h"

#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "engine/poker/network/network.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/learn_poker_cnn/commands.h"
#include "tools/learn_poker_cnn/logged_data.h"
#include "tools/learn_poker_cnn/options.h"

namespace trivium::tools {

namespace {

void print_json(std::span<const Predicted> predicted) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Predicted& one : predicted) {
    const learning::poker_cnn::Accuracy all = one.evaluation.all();
    out.push_back({{"name", one.name},
                   {"decisions", all.of},
                   {"accuracy", all.share()},
                   {"cross_entropy", one.evaluation.loss}});
  }
  fmt::print("{}\n", out.dump());
}

int run_test(const NetworkTest& arguments) {
  const poker::GameDefinition game = encodable_game(arguments.data);
  const auto network = poker::Network::load(arguments.network);
  if (network->setting().game != game)
    throw format::LoadError("poker.network.game", "{}: is for another game", arguments.network);
  const learning::poker_cnn::LoggedHands hands = logged_hands(arguments.data, game);
  const Data data = split_data(hands, arguments.data, arguments.seed);
  std::FILE* const tables = arguments.reporting.tables();
  print_sizes(tables, data);
  std::vector<Predicted> predicted = baselines(hands, data);
  learning::Progress progress("decisions", data.test.size(),
                              arguments.reporting.delayed_progress());
  predicted.push_back({"network", learning::poker_cnn::evaluate(
                                      *network, hands, data.test, arguments.threads,
                                      [&](std::uint64_t done) { progress.update(done); })});
  print_table(tables, predicted);
  if (arguments.reporting.json) print_json(predicted);
  return 0;
}

}  // namespace

void add_test(Command& command, int& status) {
  add_test_options(command,
                   [&status](const NetworkTest& arguments) { status = run_test(arguments); });
}

}  // namespace trivium::tools
