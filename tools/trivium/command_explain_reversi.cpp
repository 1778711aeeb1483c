// `trivium explain reversi`: where the value of a position comes from, and the move that would be
// played.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/explain.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/explain_json.h"
#include "tools/trivium/reversi_position.h"

namespace trivium::tools {
namespace {

struct ExplainReversiOptions {
  ReversiPosition place;
  std::string value;
  std::string priors;
  bool all = false;
  bool json = false;
};

int run_explain_reversi(const ExplainReversiOptions& options) {
  const reversi::Game game = reversi_game(options.place);
  const reversi::Knowledge knowledge = reversi::load_knowledge({options.value, options.priors});
  const reversi::Explanation explanation = reversi::explain(game, knowledge);
  const reversi::PlannedMove planned = reversi::planned_move(game.position(), knowledge);
  const auto text = [&] {
    return reversi::overview_text(explanation, planned) +
           reversi::to_text(explanation, options.all);
  };
  fmt::print("{}", options.json ? page::to_json(explanation, planned).dump(2) + "\n" : text());
  return 0;
}

}  // namespace

void add_explain_reversi(Command& explain, int& status) {
  auto options = std::make_shared<ExplainReversiOptions>();
  Command* command = explain.add_subcommand(
      "reversi", "Explain a Reversi position (default: before the first move)");
  add_reversi_position(*command, options->place);
  command->add_option("--weights FILE", options->value,
                      "Weights of the value (default: those in models/reversi/default.json)");
  command->add_option("--patterns FILE", options->priors,
                      "Pattern strengths of moves (default: those in models/reversi/default.json)");
  command->add_flag("--all", options->all, "Print every instance of each shape");
  add_json(*command, options->json);
  command->callback([options, &status] { status = run_explain_reversi(*options); });
}

}  // namespace trivium::tools
