// `trivium explain poker`: what the player to act sees, how its policy evaluates it, and what it
// would do, with its own hand or with any hand.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "engine/poker/explain.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/range.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/explain_json.h"

namespace trivium::tools {
namespace {

struct ExplainPokerOptions {
  std::string state;
  std::string game = "nolimit";
  std::string policy;  ///< empty: the default strategy of the game, or "rule"
  int actions = -1;
  bool range = false;
  bool json = false;
};

/// Returns the hand of a STATE or MATCHSTATE line, cut to its first `actions` actions if not
/// negative.
Result<poker::Hand> hand_of(const std::string& line, int actions,
                            const poker::GameDefinition& game) {
  std::optional<poker::Hand> hand;
  if (line.empty()) {
    hand.emplace(game);
  } else if (line.starts_with("MATCHSTATE")) {
    Result<poker::MatchState> state = poker::parse_match_state(line, game);
    if (!state) return state.error();
    hand = std::move(state->hand);
  } else {
    Result<poker::StateRecord> record = poker::parse_state(line, game);
    if (!record) return record.error();
    hand = std::move(record->hand);
  }
  const int played = static_cast<int>(hand->actions().size());
  if (actions > played)
    return Error{"poker.hand.actions", "the hand has {} actions, not {}", played, actions};
  for (int k = played; actions >= 0 && k > actions; --k) hand->undo_action();
  return *std::move(hand);
}

void run_explain_poker(const ExplainPokerOptions& options) {
  constexpr const char* kPlace = "explain poker";
  const poker::GameDefinition game = or_usage_error(kPlace, poker::game_named(options.game));
  const poker::Hand hand = or_usage_error(kPlace, hand_of(options.state, options.actions, game));
  const auto policy = or_usage_error(kPlace, poker::policy_named(options.policy, game));
  std::optional<poker::Range> range;
  if (options.range) range = or_usage_error(kPlace, poker::range_of(hand, *policy));
  const bool unseen = range && hand.hole(hand.betting().actor()).empty();
  poker::Explanation explanation =
      or_usage_error(kPlace, unseen ? poker::explain_public(hand) : poker::explain(hand, *policy));
  explanation.policy = policy->name();
  if (options.json) {
    nlohmann::json report = page::to_json(explanation);
    if (range) report["range"] = page::to_json(*range);
    fmt::print("{}\n", format::json_text(report));
    return;
  }
  fmt::print("{}", poker::to_text(explanation));
  if (range) fmt::print("\n{}", poker::to_text(*range));
}

}  // namespace

void add_explain_poker(Command& explain) {
  auto options = std::make_shared<ExplainPokerOptions>();
  Command* command = explain.add_subcommand("poker", "Explain a decision in a hand of poker");
  command->begin_group(kDataGroup);
  Option* line = command->add_option(
      "HAND", options->state, "The hand: a MATCHSTATE or STATE line of ACPC, without its end");
  Option* state =
      command->add_option("--state", options->state, "The same as HAND")->excludes(line);
  command
      ->add_option(
          "--actions", options->actions,
          "Explain the decision after the first N actions of the hand (default: after all)")
      ->check(nonnegative_number());
  add_game_option(*command, "--game", options->game);
  add_policy_option(*command, "Policy that decides", options->policy);
  command->begin_group(kOutputGroup);
  Option* range = command->add_flag("--range", options->range,
                                    "Print the actions with every holding as 13 x 13 percentages "
                                    "(cfr and rule); without a hand, those of the first decision");
  add_json(*command, options->json);
  command->callback([options, line, state, range] {
    if (!*line && !*state && !*range) throw UsageError::required("--state or --range");
    run_explain_poker(*options);
  });
}

}  // namespace trivium::tools
