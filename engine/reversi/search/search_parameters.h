// Named search parameters with their units, so that matches and tuners can override the defaults.
// search_parameters.cpp has the table of names and ranges for `trivium gtp --search
// NAME=VALUE,...`. The defaults were chosen by judgment.
#pragma once

#include <span>
#include <string_view>

#include "engine/core/parameters.h"
#include "engine/core/result.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

struct SearchParameters {
  Value aspiration = 150;  ///< half width of the first aspiration window, in hundredths of a disc
  int priors_depth = 3;    ///< minimum depth at which move probabilities order the moves
  int probcut = 140;       ///< margin of ProbCut in percent of the measured errors; 0: no ProbCut

  // Start of the search to the end of the game (solve_estimate.h).
  /// Solving starts only if the limits allow 2^solve_reserve times the nodes that it is expected to
  /// take.
  int solve_reserve = 1;
  /// Minimum number of nodes searched before solving, in percent of the nodes that solving is
  /// expected to take. These searches order the root moves.
  int solve_search = 3;

  // The clock (move_time.h).
  int time_solved = 6;  ///< own moves at the end of the game that need no time
  int time_begin = 50;  ///< percent of a move's share after which no iteration starts
};

inline constexpr SearchParameters kSearch{};

/// Names and ranges of all parameters.
std::span<const Parameter<SearchParameters>> search_parameter_table() noexcept;

/// Applies "NAME=VALUE,NAME=VALUE" to `defaults`. The error names the fault and what is accepted.
Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults = kSearch);

}  // namespace trivium::reversi
