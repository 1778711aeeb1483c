// A stream of searched games, as a learner reads them.
#pragma once

#include <functional>

#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

/// Replaces `game` by the next game. Returns false at the end. May throw.
using GameStream = std::function<bool(records::SearchedGame& game)>;

}  // namespace trivium::learning::tdleaf
