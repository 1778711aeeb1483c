// Text of the answer to trivium-odds, and the notation of turns in readable texts.
#pragma once

#include <string>
#include <vector>

#include "engine/connect6/odds/turn_odds.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::gtp {

/// Returns "K10-L11": GoGui marks the vertices that it finds as separate words in a text.
std::string turn_text(connect6::Turn turn, int size);

/// Returns a readable table of `candidates` on a board of `size`, without a line end. It has a line
/// for each turn, in the order given. The column "pulls" is the number of playouts of the turn. A
/// turn that needed no playouts, because it wins or is the only one, has a line without intervals.
std::string odds_table(const std::vector<connect6::TurnOdds>& candidates, int size);

}  // namespace trivium::gtp
