// Which games weights are learned from, and which are held out to test them.
#pragma once

#include <cstdint>

#include "learning/choice/fit.h"
#include "learning/choice/records.h"

namespace trivium::learning::choice {

/// What `filter` lets through in all games.
Decisions decisions_in(const Records& records, const DecisionFilter& filter = {});

/// Whether a game of theirs, `number`, has some; whether any has.
bool has_decisions(const Decisions& decisions, std::uint32_t number);
bool has_decisions(const Decisions& decisions);

struct Split {
  Decisions train;
  Decisions held_out;
};

/// By game, a share of about `held_out` of them, and equal games on the same side.
Split split_by_game(const Decisions& all, std::uint64_t seed, double held_out);

}  // namespace trivium::learning::choice
