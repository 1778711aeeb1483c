// Standings of a tournament as text and as JSON.
//
// The text is a table by rank, followed by, for a match of two: Elo, normalized Elo, likelihood of
// superiority, pairs and the sequential test of the first engine against the second; for more
// engines: a cross table; then faults, the mean time of a move and the minimum time left. Points
// include byes; percentages and ratings do not. Plain ASCII in aligned columns. Intervals are 95 %;
// a figure without data is "n/a", one without a bound "inf".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learning/statistics/pair_score.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// AIVAT estimates of a poker tournament, with the actual winnings in the same hands.
struct AivatScore {
  std::vector<std::string> policies;  ///< policy of each engine; empty text: unknown
  Standings standings;                ///< over blocks with at least one known policy
  std::uint64_t hands = 0;            ///< hands in these blocks
  /// Number of hands counted at their all-in expectation, because no policy is known in them or
  /// they do not fit the policies (aivat_replay.h).
  std::uint64_t all_in_hands = 0;
};

/// Result of one engine against another with 95 % intervals, from pairs if one is complete, else
/// from single games.
struct PairingFigures {
  bool from_pairs = false;
  learning::statistics::Estimate elo;
  learning::statistics::Estimate normalized_elo;
  double superiority = 0.5;  ///< likelihood of superiority (LOS)
};

/// Computes the figures of a pairing, from the first engine's view.
PairingFigures figures(const PairingScore& score);

/// Returns the text, with line ends. Requires: `standings` has the engines of `tournament` in the
/// same order.
std::string report(const Standings& standings, const Tournament& tournament);

/// Returns a text that lists the known policies and the winnings in the hands of `score`: as
/// played, with all-in pots at their expectation, and by AIVAT.
std::string report_aivat(const AivatScore& score, const Tournament& tournament);

/// Returns the figures of report(), and of report_aivat() if `aivat` is not null, as one JSON
/// object on one line without line end; docs/using/tournaments.md lists its members. Values that
/// are not finite are null.
std::string report_json(const Standings& standings, const Tournament& tournament,
                        const AivatScore* aivat = nullptr);

/// Returns the engines, best first: by rating, in poker by mean winnings with all-in pots at their
/// expectation, then by number.
std::vector<int> ranked(const Standings& standings, const Tournament& tournament);

}  // namespace trivium::match
