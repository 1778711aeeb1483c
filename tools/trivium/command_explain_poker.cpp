// `trivium explain poker`: what the player to act sees, how his policy weighs it, and what he would do.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "engine/poker/explain.h"
#include "engine/poker/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "tools/command.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

struct ExplainPokerOptions {
  std::string state;
  std::string game = "nolimit";
  std::string policy;  ///< empty: the strategy in use for the game, or "rule"
  int actions = -1;
  bool json = false;
};

nlohmann::json to_json(const poker::Explanation& explanation) {
  nlohmann::json terms = nlohmann::json::array();
  for (const poker::PolicyTerm& term : explanation.terms) {
    terms.push_back({{"name", term.name}, {"value", term.value}, {"whole", term.whole}});
    if (term.change) terms.back()["change"] = *term.change;
  }
  nlohmann::json pictures = nlohmann::json::array();
  for (const poker::PolicyPicture& picture : explanation.pictures) pictures.push_back({{"name", picture.name}, {"rows", picture.rows}});
  nlohmann::json actions = nlohmann::json::array();
  for (const poker::ExplainedAction& choice : explanation.actions) {
    actions.push_back({{"action", poker::action_text(choice.action)}, {"probability", choice.probability}});
  }
  nlohmann::json report{{"policy", explanation.policy},     {"betting", explanation.betting},
                        {"player", explanation.player},     {"round", explanation.round},
                        {"hole", explanation.hole},         {"board", explanation.board},
                        {"category", explanation.category}, {"pot", explanation.pot},
                        {"to_call", explanation.to_call},   {"raise", nullptr},
                        {"terms", std::move(terms)},        {"pictures", std::move(pictures)},
                        {"actions", std::move(actions)}};
  if (explanation.raise) report["raise"] = {{"min", explanation.raise->min}, {"max", explanation.raise->max}};
  return report;
}

/// The hand of a STATE or MATCHSTATE line, back to its first `actions` actions where that is not negative.
Result<poker::Hand> hand_of(const std::string& line, int actions, const poker::GameDefinition& game) {
  std::optional<poker::Hand> hand;
  if (line.starts_with("MATCHSTATE")) {
    Result<poker::MatchState> state = poker::parse_match_state(line, game);
    if (!state) return state.error();
    hand = std::move(state->hand);
  } else {
    Result<poker::StateRecord> record = poker::parse_state(line, game);
    if (!record) return record.error();
    hand = std::move(record->hand);
  }
  const int played = static_cast<int>(hand->actions().size());
  if (actions > played) return Error{fmt::format("the hand has {} actions, not {}", played, actions)};
  for (int k = played; actions >= 0 && k > actions; --k) hand->undo_action();
  return *std::move(hand);
}

Result<poker::Explanation> explain(const ExplainPokerOptions& options) {
  const Result<poker::GameDefinition> game = poker::game_named(options.game);
  if (!game) return game.error();
  const Result<poker::Hand> hand = hand_of(options.state, options.actions, *game);
  if (!hand) return hand.error();
  const auto policy = poker::policy_named(options.policy, *game);
  if (!policy) return policy.error();
  return poker::explain(*hand, **policy);
}

int run_explain_poker(const ExplainPokerOptions& options) {
  const Result<poker::Explanation> explanation = explain(options);
  if (!explanation) {
    fmt::print(stderr, "trivium explain poker: {}\n", explanation.error().message);
    return 2;
  }
  fmt::print("{}", options.json ? to_json(*explanation).dump(2) + "\n" : poker::to_text(*explanation));
  return 0;
}

}  // namespace

void add_explain_poker(Command& explain, int& status) {
  auto options = std::make_shared<ExplainPokerOptions>();
  Command* command = explain.add_subcommand("poker", "A decision in a hand of poker");
  command->add_option("--state", options->state, "The hand: a MATCHSTATE or STATE line of ACPC, without its end")->required();
  command->add_option("--actions", options->actions, "Only its first so many actions: the decision that followed them")
      ->check(nonnegative_number());
  add_game_option(*command, "--game", options->game)->capture_default_str();
  add_policy_option(*command, "Who decides", options->policy);
  command->add_flag("--json", options->json, "For programs");
  command->callback([options, &status] { status = run_explain_poker(*options); });
}

}  // namespace trivium::tools
