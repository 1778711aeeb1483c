// The referee of chess and Chess960: the rules of engine/chess/rules, draws that need no claim included.
//
// Fifty moves, the third occurrence of a position and positions in which nobody can mate end a game at once, as in tournaments of engines.
#pragma once

#include <memory>

#include "tools/match/board/referee.h"

namespace trivium::match {

/// The error says what is wrong with the position, or that it can only be played as Chess960.
Result<std::unique_ptr<Referee>> make_chess_referee(const client::GameSetup& setup);

}  // namespace trivium::match
