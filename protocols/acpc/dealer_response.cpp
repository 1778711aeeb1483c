#include "protocols/acpc/dealer_response.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/result.h"
#include "engine/core/text.h"
#include "engine/poker/rules/records.h"

namespace trivium::acpc {

namespace {

constexpr std::size_t kQuotedAnswer = 60;

/// True if a state from a player is the one that the actor of `hand` sees. Cards of other players,
/// which may be omitted, are ignored.
bool is_state_of_actor(const poker::MatchState& state, const poker::Hand& hand) {
  const int actor = hand.betting().actor();
  return state.viewer == actor && state.hand.id() == hand.id() &&
         std::ranges::equal(state.hand.actions(), hand.actions()) &&
         std::ranges::equal(state.hand.hole(actor), hand.hole(actor)) &&
         std::ranges::equal(state.hand.board(), hand.board());
}

Response as_call(const std::string& fault) {
  return {poker::Action::call(), fault + "; played as a call", true};
}

/// Raises to the nearest legal total.
Response as_raise_in_range(const std::string& fault, poker::Action action,
                           const poker::RaiseRange& range) {
  const poker::Chips to = std::clamp(action.to, range.min, range.max);
  return {poker::Action::raise(to), fmt::format("{}; played as a raise to {}", fault, to), true};
}

Response legal_response(poker::Action action, const poker::Hand& hand) {
  const poker::Betting& betting = hand.betting();
  const auto illegal = betting.illegality(action);
  if (!illegal) return {action, {}, false};
  const std::string fault = poker::explain_illegal(betting, action, *illegal);
  const bool out_of_range =
      *illegal == poker::Illegal::kBelowMinimum || *illegal == poker::Illegal::kAboveStack;
  if (const auto range = betting.raise_range(); out_of_range && range)
    return as_raise_in_range(fault, action, *range);
  return as_call(fault);
}

Response legal_response(const Result<poker::ResponseAction>& read, const poker::Hand& hand) {
  if (!read) return as_call(read.error().message);
  Response response = legal_response(read->action, hand);
  if (read->ignored.empty()) return response;
  const std::string ignored = fmt::format("text after the action is ignored: {}",
                                          text::quoted(read->ignored, kQuotedAnswer));
  response.fault =
      response.fault.empty() ? ignored : fmt::format("{}; {}", ignored, response.fault);
  return response;
}

}  // namespace

Response read_response(std::string_view line, const poker::Hand& hand, std::string_view shown) {
  line = text::trimmed(line);
  if (line == shown) return as_call("no action after the state");
  // Nearly every player repeats the state exactly.
  if (line.starts_with(shown) && line[shown.size()] == ':') {
    return legal_response(poker::parse_response_action(line.substr(shown.size() + 1), hand.game()),
                          hand);
  }
  const Result<poker::Response> parsed = poker::parse_response(line, hand.game());
  if (!parsed)
    return {std::nullopt,
            fmt::format("no answer: {} in {}", parsed.error().message,
                        text::quoted(line, kQuotedAnswer)),
            false};
  if (!is_state_of_actor(parsed->state, hand))
    return {std::nullopt,
            "not the state that was asked about: " + text::quoted(line, kQuotedAnswer), false};
  return legal_response(parsed->action, hand);
}

}  // namespace trivium::acpc
