// Converts a player's line into a legal action.
//
// The dealer is as lenient as the ACPC server. A line that is not a state, or not the state that
// was sent, is ignored, and the dealer keeps waiting. An answer to the right state always becomes
// an action, parsed from the beginning of its text: a no-limit raise out of range becomes the
// nearest legal total; any other illegal or unreadable action becomes a call. A message describes
// the fault.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/poker/rules/hand.h"

namespace trivium::acpc {

struct Response {
  std::optional<poker::Action> action;  ///< legal; nothing: the line does not answer the question
  std::string fault;      ///< one line: what was wrong and how it was treated; empty if nothing was
  bool replaced = false;  ///< the text was illegal or no action, and `action` replaces it
};

/// Reads `line` from the player to act in `hand`, to which the state `shown` was sent (as from
/// write_match_state()). Requires: `line` has no line end and is not a comment.
Response read_response(std::string_view line, const poker::Hand& hand, std::string_view shown);

}  // namespace trivium::acpc
