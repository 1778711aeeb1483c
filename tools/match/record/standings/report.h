// The standings of a tournament as people and programs read them.
//
// As text: a table by rank, then what the kind of tournament calls for: Elo, normalised Elo, likelihood of superiority, pairs and
// the sequential test of the first engine against the second in a match of two; who did how against whom among more; faults and the least
// time left. Points count byes; percentages and ratings do not. Plain ASCII in aligned columns. Intervals are 95%; a figure on which there
// are no data is "n/a", one without a bound "inf".
#pragma once

#include <string>

#include "learning/statistics/pair_score.h"
#include "tools/match/record/standings/aivat_score.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// What one engine has shown against another, with 95% intervals: from pairs as soon as one is complete, else from single games.
struct PairingFigures {
  bool from_pairs = false;
  learning::statistics::Estimate elo;
  learning::statistics::Estimate normalised_elo;
  double superiority = 0.5;  ///< likelihood of it
};

PairingFigures figures(const PairingScore& score);

/// Lines with line ends. `standings` names the engines of `tournament` in their order.
std::string report(const Standings& standings, const Tournament& tournament);

/// Who is known, and what everybody won in the hands of the known by AIVAT, as played and with all-in pots at their expectation.
std::string report_aivat(const AivatScore& score, const Tournament& tournament);

/// The figures of report(), and those of report_aivat() where there is `aivat`, as one JSON object on one line, without line end;
/// docs/using/tournaments.md lists its members. What has no finite value is null.
std::string report_json(const Standings& standings, const Tournament& tournament, const AivatScore* aivat = nullptr);

/// Engines in the order of the tables: by rating, in poker by winnings, then by number.
std::vector<int> ranked(const Standings& standings, const Tournament& tournament);

}  // namespace trivium::match
