// The numbers that shape the search for a turn, with their units: one struct, so that a match or a tuner can try others
// (search_parameters.cpp has the table of names and ranges behind `trivium gtp --search NAME=VALUE,...`). What each is for stands where it
// is used. `least`, `full`, `slack`, `aspiration`, `root_cost`, `inner_...` but for `inner_fewest`, `futility_...`, `rescues`, `leaf_nodes`
// and `check_...` were moved by games (e90456b, 9c01e81), the last time by
//
//     tools/tune --game connect6 least:5 full:12 slack:10 aspiration:3 futility_depth:32
//       futility_margin:15 root_cost:32 inner_fewest:1 inner_most:15 inner_firsts:4 leaf_nodes:3
//       check_nodes:100 check_per_cent:6 --iterations 120 --pairs 16 --nodes 8000 --openings BOOK
//
// `time_...` were compared in games. docs/benchmarks.md has the matches. The others are chosen by judgement.
#pragma once

#include <span>
#include <string_view>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/search/likelihood.h"
#include "engine/core/parameters.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Depths and costs are in likelihood.h's units.
struct SearchParameters {
  Cost step = 2 * kBit;  ///< what each round of deepening adds to the depth
  int max_rounds = 100;  ///< of deepening
  Cost least = 12;       ///< no turn costs less
  Cost full = 24;        ///< no turn that proved good costs more
  Cost slack = 49;       ///< turns are tried that cost so much more than the depth that is left
  Value aspiration = 5;  ///< half the first window, in hundredths

  // Which turns are looked at (turns.h): at the root, there where all of these lose, and elsewhere, where depth and slack limit the cost.
  Cost root_cost = 174;
  int root_fewest = 24;
  int root_most = 80;
  int root_firsts = 30;
  Cost desperate_cost = 24 * kBit;
  int desperate_fewest = 24;
  int desperate_most = 1000;
  int desperate_firsts = 100;
  int inner_fewest = 3;
  int inner_most = 69;
  int inner_firsts = 15;
  Cost futility_depth = 95;    ///< with at most so much depth left, who is ahead of the window by the margin need not show it
  Value futility_margin = 39;  ///< hundredths for each bit of that depth
  int rescues = 4;             ///< where they lose: so many turns against the attack by which they do
  int rescue_plies = 3;        ///< so far from the root

  // The probe for a win by double threats (threat_probe.h).
  int leaf_nodes = 7;   ///< of a probe, where the depth is spent
  int probe_turns = 8;  ///< of the attacker

  // The solver (threat_solver.h) for the own win before the search, and for the opponent's behind a turn of the root that seems good.
  int solver_nodes = 2000;  ///< at most a quarter of all nodes
  int solver_percent = 25;  ///< of the time
  int check_nodes = 162;    ///< of the first look behind a turn; 0: none
  int check_percent = 8;    ///< nodes of a later look, in percent of those searched

  // The clock (turn_time.h).
  int time_turns = 10;  ///< a turn has its share of the time left as if so many were to come, where the clock does not say
  int time_begin = 60;  ///< percent of it: later no further round of deepening is begun
};

inline constexpr SearchParameters kSearch{};

/// Names and limits of all of them, for tuners and command lines.
std::span<const Parameter<SearchParameters>> search_parameter_table() noexcept;

/// `defaults` with the changes of "NAME=VALUE,NAME=VALUE". The error names what is wrong and what would be right.
Result<SearchParameters> parse_search_parameters(std::string_view text, const SearchParameters& defaults = kSearch);

}  // namespace trivium::connect6
