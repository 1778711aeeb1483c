// Search parameters with their units, in one struct, so that matches and tuners can override them.
// search_parameters.cpp has the names and ranges for `trivium --search NAME=VALUE,...`. The source
// of each technique is named where it is implemented.
//
// The first values were round numbers of the size that strong programs publish. 31 of them were
// then tuned by SPSA with the script that became `tools/tune`, and rounded (2f77582).
// `tools/bench search` measures the value of a technique (techniques.md, docs/benchmarks.md) by
// matches without it at equal nodes; the time parameters (time_...) need matches on the clock.
//
// Centipawns are those of the evaluation and depend on the scale of the weights. A depth or switch
// of 0 turns a technique off, unless stated otherwise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/chess/rules/value.h"
#include "engine/core/parameters.h"
#include "engine/core/result.h"
#include "engine/core/steady_math.h"

namespace trivium::chess {

struct SearchParameters {
  // Aspiration windows at the root.
  int aspiration_from_depth = 4;  ///< minimum depth
  Value aspiration_width = 23;    ///< centipawns on each side at first

  // Before the moves of a node: decisions by the evaluation alone.
  int reverse_futility_depth = 8;      ///< maximum depth
  Value reverse_futility_margin = 85;  ///< centipawns per ply; one ply less in improving positions

  int null_move_depth = 3;          ///< minimum depth
  int null_move_reduction = 3;      ///< plies
  int null_move_depth_divisor = 3;  ///< plies of depth for one more ply of reduction
  Value null_move_surplus = 200;    ///< centipawns above beta for one more ply of reduction,
  int null_move_most_surplus = 3;   ///< up to this number of plies
  Value null_move_shortfall = 25;   ///< centipawns per ply that the static evaluation may be below
                                    ///< beta,
  Value null_move_base = 140;       ///< minus this number of centipawns

  int internal_reduction_depth = 4;  ///< minimum depth

  int probcut_depth = 5;         ///< minimum depth
  Value probcut_margin = 185;    ///< centipawns above beta
  Value probcut_improving = 40;  ///< subtracted if the position is improving
  int probcut_reduction = 4;     ///< plies

  // Before a move is made: decisions by its kind, number and history.
  int move_count_depth = 8;    ///< maximum depth
  int move_count_base = 8;     ///< moves searched, plus the depth squared; half of the sum if the
                               ///< position is not improving
  int futility_depth = 8;      ///< applies below this reduced depth
  Value futility_base = 140;   ///< centipawns
  Value futility_margin = 50;  ///< centipawns per ply
  int history_pruning_depth = 4;       ///< applies below this reduced depth
  int history_pruning_margin = 8000;   ///< history score per ply
  int quiet_exchange_depth = 8;        ///< applies below this reduced depth
  Value quiet_exchange_margin = 16;    ///< centipawns per squared ply
  int capture_exchange_depth = 7;      ///< maximum depth
  Value capture_exchange_margin = 85;  ///< centipawns per ply

  // Extensions.
  int singular_depth = 7;              ///< minimum depth
  int singular_table_slack = 3;        ///< plies by which the table's entry may be shallower
  int singular_margin = 38;            ///< 1/16 centipawns per ply below the table's value
  Value double_extension_margin = 25;  ///< additional centipawns below
  int double_extension_most = 6;       ///< maximum on one path; 0 = none
  int multicut = 1;                    ///< switch
  int negative_extension = 2;  ///< plies removed from a move that is not the only one to fail high

  // Late move reductions, in 1/1024 ply.
  int reduction_depth = 2;  ///< minimum depth
  int reduction_move = 2;   ///< minimum move number
  int reduction_base = 730;
  int reduction_slope = 205;           ///< times log2(depth) * log2(move number)
  int reduction_pv = 1330;             ///< less in PV nodes
  int reduction_was_pv = 570;          ///< less in former PV nodes
  int reduction_cut = 1500;            ///< more in expected cut nodes
  int reduction_not_improving = 560;   ///< more in nodes that are not improving
  int reduction_table_capture = 1150;  ///< more for quiet moves if the table's move is a capture
  int reduction_refutation = 1100;     ///< less for killers and the countermove
  int reduction_check = 650;           ///< less for a move that gives check
  int reduction_capture = 1150;        ///< less for captures that lose no material
  int reduction_history = 8300;        ///< history score equivalent to one ply
  int deeper_margin = 30;  ///< centipawns above the best value for a re-search one ply deeper; 0 =
                           ///< always the same depth
  int shallower_margin = 8;  ///< a re-search is one ply shallower below this many centipawns above
                             ///< the best value

  // Quiescence.
  Value delta_margin = 230;     ///< centipawns that a capture may gain beyond its victim
  int quiescence_evasions = 2;  ///< quiet evasions tried after one that is not mated

  // Histories: a bonus grows with the depth up to a maximum.
  int history_slope = 360;       ///< per ply
  int history_offset = 30;       ///< subtracted from the slope times the depth
  int history_most = 2550;       ///< maximum bonus
  int continuation_history = 1;  ///< switches
  int capture_history = 1;
  int refutations = 1;

  // Corrections of the static evaluation: weights in 1/1024 of a table entry. Entries are in
  // [-1024, 1024], so these are also maxima in centipawns.
  int correction_pawns = 50;
  int correction_pieces = 43;  ///< for each side's pieces
  int correction_moves = 60;

  // Time on a clock (time_manager.h), in percent unless stated otherwise. Chosen by hand, because
  // matches at equal nodes cannot measure them; docs/benchmarks.md has matches on the clock for
  // those that can be 0. Commits 4a97783 and 2da29f1 explain the reserve and the last moves.
  int time_moves = 30;      ///< number of moves that the remaining time must last for, if the clock
                            ///< does not state it
  int time_increment = 80;  ///< share of the increment in the optimum, besides an even share of the
                            ///< remaining time
  int time_maximum = 4;     ///< maximum as a multiple of the optimum (not percent)
  int time_largest = 35;    ///< limit of both, as a share of the remaining time,
  int time_last_moves = 170;  ///< or this divided by (moves to the control + 1) if larger: 85, 56
                              ///< and 42 for the last three moves
  int time_reserve = 60;     ///< milliseconds that are never used: the operating system may delay a
                             ///< thread that long between two polls
  int time_unsettled = 130;  ///< share of the optimum when the best move is new,
  int time_stability = 10;   ///< less for each iteration with the same best move; 0 = off (always
                             ///< 100)
  int time_settled = 70;     ///< minimum
  int time_drop = 60;  ///< maximum increase, 1 for each centipawn that the score fell in the last
                       ///< iteration; 0 = off
  int time_no_effort = 200;    ///< factor if the best move took no nodes,
  int time_effort = 140;       ///< less in proportion to its share of nodes; 0 = off (always 100)
  int time_effort_most = 150;  ///< maximum
  int time_effort_least = 60;  ///< minimum
};

inline constexpr SearchParameters kSearch{};

/// Names and ranges of all parameters, for tuners and command lines.
using SearchParameterInfo = Parameter<SearchParameters>;
std::span<const SearchParameterInfo> search_parameter_table() noexcept;

/// Returns `defaults` with the changes of "NAME=VALUE,NAME=VALUE" applied. The error names what is
/// wrong and what is accepted.
Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults = kSearch);

/// True if a technique from `minimum` on applies at this depth (or other number); 0 turns
/// it off.
constexpr bool works_from(int minimum, int depth) noexcept {
  return minimum > 0 && depth >= minimum;
}

namespace detail {

constexpr std::array<std::int32_t, 64> make_logarithms() noexcept {
  std::array<std::int32_t, 64> table{};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = log2_1024(i);
  return table;
}

inline constexpr std::array<std::int32_t, 64> kLogarithms = make_logarithms();

}  // namespace detail

/// Returns log2(depth) * log2(number) in units of 1/1024. Both arguments are clamped to [1, 63].
constexpr int depth_and_number(int depth, int number) noexcept {
  const auto at = [](int i) {
    return detail::kLogarithms[static_cast<std::size_t>(i < 1 ? 1 : i > 63 ? 63 : i)];
  };
  return at(depth) * at(number) / 1024;
}

}  // namespace trivium::chess
