// Named search parameters with their units, so that matches and tuners can override the defaults.
// search_parameters.cpp has the table of names and ranges for `trivium gtp --search
// NAME=VALUE,...`. Games tuned `least`, `full`, `slack`, `aspiration`, `root_cost`, `futility_...`,
// `rescues`, `leaf_nodes`, `check_...` and `inner_...` (`inner_fewest` kept its value) in commits
// e90456b and 9c01e81, the last time by
//
//     tools/tune --game connect6 least:5 full:12 slack:10 aspiration:3 futility_depth:32
//       futility_margin:15 root_cost:32 inner_fewest:1 inner_most:15 inner_firsts:4 leaf_nodes:3
//       check_nodes:100 check_per_cent:6 --iterations 120 --pairs 16 --nodes 8000 --openings BOOK
//
// `time_...` were compared in games; docs/benchmarks.md has the matches. The others were chosen by
// judgment.
#pragma once

#include <span>
#include <string_view>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/search/likelihood.h"
#include "engine/core/parameters.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Depths and costs are in the units of likelihood.h.
struct SearchParameters {
  Cost step = 2 * kBit;  ///< depth added by each iteration
  int max_rounds = 100;  ///< maximum number of iterations
  Cost minimum = 12;     ///< minimum cost of a turn
  Cost full = 24;        ///< maximum cost of the first turn, and of a turn searched again
  Cost slack = 49;       ///< turns may cost up to the remaining depth plus this
  Value aspiration = 5;  ///< half width of the first aspiration window, in hundredths

  // Beams (turns.h): `root_...` at the root, `desperate_...` at the root if all its turns lose, and
  // `inner_...` in other nodes, whose maximum cost is the depth plus `slack`. Of each beam:
  // - `..._cost`: maximum cost
  // - `..._fewest`, `..._most`: minimum and maximum number of turns
  // - `..._firsts`: maximum number of cells considered as first stone
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
  Cost futility_depth = 95;    ///< maximum depth of reverse futility pruning
  Value futility_margin = 39;  ///< its margin in hundredths for each bit of depth
  int rescues = 4;             ///< if all turns lose: extra turns against the attack that wins
  int rescue_plies = 3;        ///< maximum ply at which such turns are tried

  // The probe for a win by double threats (threat_probe.h).
  int leaf_nodes = 7;   ///< node limit of a probe at depth 0
  int probe_turns = 8;  ///< maximum number of attacker's turns

  // The solver (threat_solver.h): for an own win before the search, and for the opponent's win
  // after a promising root turn.
  int solver_nodes = 2000;  ///< node limit; at most a quarter of all nodes
  int solver_percent = 25;  ///< time limit in percent
  int check_nodes = 162;    ///< minimum node limit of a check of a root turn; 0: no checks
  int check_percent = 8;    ///< all checks together may use `check_nodes` plus this percentage of
                            ///< the nodes of the main thread

  // The clock (turn_time.h).
  int time_turns = 10;  ///< turns among which the clock is divided; fewer if it states fewer
  int time_begin = 60;  ///< percent of a turn's share after which no iteration starts
};

inline constexpr SearchParameters kSearch{};

/// Names and ranges of all parameters.
std::span<const Parameter<SearchParameters>> search_parameter_table() noexcept;

/// Applies "NAME=VALUE,NAME=VALUE" to `defaults`. The error names the fault and what is accepted.
Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults = kSearch);

}  // namespace trivium::connect6
