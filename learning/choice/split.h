// Split of games into those from which weights are learned and those held out to test them.
#pragma once

#include <cstdint>

#include "learning/choice/fit.h"
#include "learning/choice/records.h"

namespace trivium::learning::choice {

/// Returns the decisions of all games that pass `filter`. Requires: `records` outlive the result.
Decisions decisions_in(const Records& records, const DecisionFilter& filter = {});

/// True if game `number` has a decision that passes the filter.
bool has_decisions(const Decisions& decisions, std::uint32_t number);
/// True if any of the games has one.
bool has_decisions(const Decisions& decisions);

struct Split {
  Decisions train;
  Decisions held_out;
};

/// Splits the games at random. A share of about `held_out`, in [0, 1], is held out. Games with the
/// same start and moves are on the same side.
Split split_by_game(const Decisions& all, std::uint64_t seed, double held_out);

}  // namespace trivium::learning::choice
