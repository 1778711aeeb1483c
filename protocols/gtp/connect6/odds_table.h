// The answer of trivium-odds, and how a turn is written in texts for people.
#pragma once

#include <string>
#include <vector>

#include "engine/connect6/odds/turn_odds.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::gtp {

/// Returns "K10-L11": GoGui marks the cells that it finds in a text, and finds them as words.
std::string turn_text(connect6::Turn turn, int size);

/// Returns a table of `candidates` on a board of `size` for people, without a line end. It has a
/// line for each turn, in the order given. A turn that was found without playouts, since it wins or
/// nothing else is left, has a line without intervals.
std::string odds_table(const std::vector<connect6::TurnOdds>& candidates, int size);

}  // namespace trivium::gtp
