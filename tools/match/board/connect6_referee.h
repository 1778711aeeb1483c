// The referee of Connect-6: one stone a move, as its engines speak; six in a row win, a full board is a draw.
#pragma once

#include <memory>

#include "tools/match/board/referee.h"

namespace trivium::match {

/// The error says which sizes a board may have.
Result<std::unique_ptr<Referee>> make_connect6_referee(const client::GameSetup& setup);

}  // namespace trivium::match
