// What a run leaves in its journal besides games, for later runs and for those who look at it: the sequential test that it is played for,
// the engines that are lost and may not be started anew, the pairings of Swiss rounds, the poker players whose policy is known.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/core/result.h"
#include "learning/statistics/sprt.h"
#include "tools/match/play/poker/known_policy.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/swiss.h"

namespace trivium::match {

/// The test of the last run; nothing takes an earlier one back.
Status keep_sprt(Journal& journal, const std::optional<learning::statistics::SprtTest>& test);
/// Nothing where there is none. The error: the journal cannot be read, or what it says is no test.
Result<std::optional<learning::statistics::SprtTest>> kept_sprt(const Journal& journal);

/// Numbers of engines, all that are lost so far.
Status keep_lost_engines(Journal& journal, const std::vector<int>& engines);
/// The error: the journal cannot be read, or what it says are no engines of its tournament.
Result<std::vector<int>> lost_engines(const Journal& journal);

/// Pairings of round `number`, from 0.
Status keep_swiss_round(Journal& journal, std::size_t number, const SwissRound& round);
/// Nothing where it has not been paired. The error: the journal cannot be read, or what it says are no pairings.
Result<std::optional<SwissRound>> kept_swiss_round(const Journal& journal, std::size_t number);

/// Those of the last run.
Status keep_known_policies(Journal& journal, const std::vector<KnownPolicy>& known);
/// None where no run said so. The error: the journal cannot be read, or what it says are no players of its tournament.
Result<std::vector<KnownPolicy>> kept_known_policies(const Journal& journal);

}  // namespace trivium::match
