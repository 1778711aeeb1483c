// What a player's line comes to: an action that can be played, or nothing.
//
// The dealer forgives as the ACPC server does. A line that is no state, or another state than the player was shown, is left aside and the
// dealer goes on waiting. An answer to the right state always becomes an action, the one that its text begins with: a no-limit raise
// out of range goes to the nearest legal total, anything else that the rules forbid, or that cannot be read, is a call. What was wrong is
// said in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/poker/rules/hand.h"

namespace trivium::acpc {

struct Response {
  std::optional<poker::Action> action;  ///< legal; nothing: the line is not an answer to what was asked
  std::string fault;                    ///< one line: what was wrong, and what was made of it; empty if nothing was
  bool replaced = false;                ///< the action is not what was written: that was illegal, or no action
};

/// `line` without its end, no comment, from the player to act in `hand`, who was shown `shown` (as write_match_state() gives it).
Response read_response(std::string_view line, const poker::Hand& hand, std::string_view shown);

}  // namespace trivium::acpc
