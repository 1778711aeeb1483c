// Facts in a journal besides games, for later runs and other readers: the sequential test, engines
// that are lost and may not be restarted, the part that is played, pairings of Swiss rounds, poker
// players of known policy. Also the union of the journals of all parts.
//
// The functions for facts throw format::LoadError where they fail: always if the journal cannot be
// read or written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "learning/statistics/sprt.h"
#include "tools/match/play/poker/known_policy.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/standings/swiss.h"

namespace trivium::match {

/// Stores the sequential test of this run, or that it has none, in place of that of an earlier run.
/// Fails in a shared ledger if that has another test: the first runner decides.
void keep_sprt(Ledger& journal, const std::optional<learning::statistics::SprtTest>& test);
/// Returns the stored test; empty if there is none. Fails if the stored text is not a test.
std::optional<learning::statistics::SprtTest> kept_sprt(const Ledger& journal);

/// Stores the verdict of the sequential test unless there is one, or nothing if the test goes on,
/// and returns the stored one. In a shared ledger the first verdict ends the tournament, although a
/// game that is entered later may change it.
learning::statistics::SprtVerdict keep_verdict(Ledger& journal,
                                               learning::statistics::SprtVerdict verdict);

/// Adds the indices of engines that are lost, from 0, to those of earlier runs and other runners.
void keep_lost_engines(Ledger& journal, const std::vector<int>& engines);
/// Returns the stored engines. Fails if a stored number is not an engine of the tournament.
std::vector<int> lost_engines(const Ledger& journal);

/// Stores the pairings of round `number`, from 0, unless it is paired. Returns the stored ones.
SwissRound keep_swiss_round(Ledger& journal, std::size_t number, const SwissRound& round);
/// Returns the stored pairings; empty if the round has not been paired. Fails if the text is
/// invalid.
std::optional<SwissRound> kept_swiss_round(const Ledger& journal, std::size_t number);

/// What a journal of a part holds.
struct KeptPart {
  Part part;
  std::uint64_t games = 0;  ///< games of the whole tournament, as of the last run
};
/// Stores the part of this run, or that it plays the whole tournament, whose number of games is
/// `games`. Fails if the journal has games of another part or of the whole: they belong into
/// different journals. Does nothing in a shared ledger, which has no parts.
void keep_part(Ledger& journal, const Part& part, std::uint64_t games);
/// Returns the stored part; empty for a whole tournament. Fails if the text is no part.
std::optional<KeptPart> kept_part(const Ledger& journal);

/// Stores the players of known policy of this run.
void keep_known_policies(Ledger& journal, const std::vector<KnownPolicy>& known);
/// Returns the stored players; empty if there are none. Fails if the players do not belong to the
/// tournament.
std::vector<KnownPolicy> kept_known_policies(const Ledger& journal);

/// Unites the journals of the parts of a tournament (`-part K/N`) into one journal, which has the
/// games of the tournament played as a whole.
///
/// Writes the games of all `parts` into the new journal `out` and returns their number. The parts
/// are not changed. `tournament` is its name; empty means the only one of each journal. `out`
/// appears when it is complete; until then its name has ".part" at its end. Fails, without `out`,
/// if
///
/// - `out` exists;
/// - two journals are of different tournaments, engines or rules;
/// - a game is in two journals, or is missing: every game must be there of those that the parts
///   were last run for;
/// - the tournament has a sequential test or is Swiss, so that it has no parts;
/// - a journal cannot be read or a game is damaged.
///
/// The error names both sides. Requires: at least one part.
Result<std::uint64_t> merge_parts(const std::vector<std::filesystem::path>& parts,
                                  const std::string& tournament, const std::filesystem::path& out);

}  // namespace trivium::match
