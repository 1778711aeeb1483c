// Connect-6 games as positions for the learner "outcome", read by the engine's own features.
//
// Only positions at which a turn of two stones begins are used: those are what a search that chooses whole turns compares. A game gives
// them in pairs from its end backwards, one with the winner to move and one with the loser, so that neither side and neither result is
// seen more often, and the weight of being on move means just that.
#pragma once

#include <iosfwd>
#include <string_view>

#include "learning/harness/shards.h"
#include "learning/outcome/logistic.h"

namespace trivium::learning {

/// The positions of a collection of games (CSV: engine/connect6/rules/records.h). Games without a stated result are left out.
/// Throws format::LoadError for a game that cannot be read; `name` stands for the file in messages.
OutcomeData connect6_positions(std::istream& csv, std::string_view name, const Shards& shards);

}  // namespace trivium::learning
