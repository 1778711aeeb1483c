// Any line is a state (or an answer to one) or an error; a parsed state survives writing and
// reading by the same rules.
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/poker/rules/records.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/poker_input.h"

namespace trivium::poker {
namespace {

using fuzz::check;
using fuzz::check_message;

void check_state(const MatchState& state, const GameDefinition& game) {
  const std::string text = write_match_state(state.hand, state.viewer);
  const auto again = parse_match_state(text, game);
  check(again && again->viewer == state.viewer && again->hand.betting() == state.hand.betting(),
        "what is written reads the same");
  check(write_match_state(again->hand, again->viewer) == text,
        "a line is the same after reading and writing");
  if (state.on_turn())
    check(state.hand.betting().is_legal(Action::call()), "a player on turn may call");
  Hand hand = state.hand;
  while (!hand.actions().empty()) {
    const PlayedAction last = hand.actions().back();
    hand.undo_action();
    check(hand.betting().is_legal(last.action), "every action was legal");
    check(hand.betting().actor() == last.player && hand.betting().round() == last.round,
          "every action has its player and round");
  }
}

void check_response(const Result<Response>& response, const GameDefinition& game) {
  if (!response) return check_message(response.error().message);
  check_state(response->state, game);
  if (!response->action) return check_message(response->action.error().message);
  const Betting& betting = response->state.hand.betting();
  const Action action = response->action->action;
  if (const auto rule = betting.illegality(action)) {
    check_message(explain_illegal(betting, action, *rule));
  } else {
    check(*parse_action(action_text(action), game) == action, "a legal action is read back");
  }
}

}  // namespace

TRIVIUM_FUZZ_TARGET(match_state) {
  const auto [game, line] = fuzz::poker_input(input);
  if (const auto state = parse_match_state(line, game)) {
    check_state(*state, game);
  } else {
    check_message(state.error().message);
  }
  check_response(parse_response(line, game), game);
}

}  // namespace trivium::poker
