#include "tools/learn_poker_cnn/tables.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/evaluation.h"

namespace trivium::tools {

namespace cnn = learning::poker_cnn;

namespace {

constexpr std::array<std::string_view, poker::kMaxRounds> kRounds{"preflop", "flop", "turn",
                                                                  "river"};
constexpr std::array<std::string_view, cnn::kActions> kActionNames{"fold", "call", "raise"};

}  // namespace

void print_sizes(const Reporting& reporting, const cnn::Data& data) {
  reporting.table("hands: {} to train on, {} to test on; decisions: {} and {}\n",
                  data.split.train.size(), data.split.test.size(), data.train().size(),
                  data.test.size());
}

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

}  // namespace trivium::tools
