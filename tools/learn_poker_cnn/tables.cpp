#include "tools/learn_poker_cnn/tables.h"

#include <array>
#include <fmt/format.h>
#include <string_view>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/evaluation.h"

namespace trivium::tools {

namespace cnn = learning::poker_cnn;

void print_sizes(std::FILE* out, const cnn::Data& data) {
  fmt::print(out, "hands: {} to train on, {} to test on; decisions: {} and {}\n",
             data.split.train.size(), data.split.test.size(), data.train().size(),
             data.test.size());
}

void print_table(std::FILE* out, std::span<const cnn::Predicted> predicted) {
  constexpr std::array<std::string_view, poker::kMaxRounds> kRounds{"preflop", "flop", "turn",
                                                                    "river"};
  constexpr std::array<std::string_view, cnn::kActions> kNames{"fold", "call", "raise"};
  fmt::print(out, "{:8} {:6} {:>9}", "", "", "decisions");
  for (const cnn::Predicted& one : predicted) fmt::print(out, " {:>17}", one.name);
  fmt::print(out, "\n");
  const auto line = [&](std::string_view round, std::string_view action, const auto& accuracy_of) {
    fmt::print(out, "{:8} {:6} {:>9}", round, action, accuracy_of(predicted.front().evaluation).of);
    for (const cnn::Predicted& one : predicted)
      fmt::print(out, " {:>17.4f}", accuracy_of(one.evaluation).share());
    fmt::print(out, "\n");
  };
  for (std::size_t round = 0; round < kRounds.size(); ++round) {
    for (std::size_t action = 0; action < kNames.size(); ++action) {
      line(kRounds[round], kNames[action],
           [&](const cnn::Evaluation& evaluation) { return evaluation.by_round[round][action]; });
    }
  }
  line("all", "", [](const cnn::Evaluation& evaluation) { return evaluation.all(); });
  fmt::print(out, "{:25}", "cross entropy, nats");
  for (const cnn::Predicted& one : predicted) fmt::print(out, " {:>17.4f}", one.evaluation.loss);
  fmt::print(out, "\n");
}

}  // namespace trivium::tools
