// Games one after the other, as a learner takes them.
#pragma once

#include <functional>

#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

/// Fills in the next game; false at the end. It may throw.
using GameStream = std::function<bool(records::SearchedGame& game)>;

}  // namespace trivium::learning::tdleaf
