// Whose view a value is told from: the search and the protocols speak of the side to move, the evaluation and the learner of White.
#pragma once

#include "engine/chess/rules/types.h"
#include "engine/chess/value.h"

namespace trivium::chess {

/// White's value as `side` sees it, and a value of `side` as White does.
constexpr Value seen_by(Color side, Value value) noexcept { return side == Color::kWhite ? value : -value; }

}  // namespace trivium::chess
