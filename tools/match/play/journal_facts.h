// Facts in a journal besides games, for later runs and other readers: the sequential test, engines
// that are lost and may not be restarted, pairings of Swiss rounds, poker players of known policy.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/core/result.h"
#include "learning/statistics/sprt.h"
#include "tools/match/play/poker/known_policy.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/standings/swiss.h"

namespace trivium::match {

/// Stores the sequential test of this run, or that it has none, in place of that of an earlier run.
Status keep_sprt(Ledger& journal, const std::optional<learning::statistics::SprtTest>& test);
/// Returns the stored test; empty if there is none. Fails if the journal cannot be read or the
/// stored text is not a test.
Result<std::optional<learning::statistics::SprtTest>> kept_sprt(const Ledger& journal);

/// Stores the indices of all engines that are lost so far, from 0.
Status keep_lost_engines(Ledger& journal, const std::vector<int>& engines);
/// Returns the stored engines. Fails if the journal cannot be read or a stored number is not an
/// engine of the tournament.
Result<std::vector<int>> lost_engines(const Ledger& journal);

/// Stores the pairings of round `number`, from 0.
Status keep_swiss_round(Ledger& journal, std::size_t number, const SwissRound& round);
/// Returns the stored pairings; empty if the round has not been paired. Fails if the journal cannot
/// be read or the text is invalid.
Result<std::optional<SwissRound>> kept_swiss_round(const Ledger& journal, std::size_t number);

/// Stores the players of known policy of this run.
Status keep_known_policies(Ledger& journal, const std::vector<KnownPolicy>& known);
/// Returns the stored players; empty if there are none. Fails if the journal cannot be read or the
/// players do not belong to the tournament.
Result<std::vector<KnownPolicy>> kept_known_policies(const Ledger& journal);

}  // namespace trivium::match
