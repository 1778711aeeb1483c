// The numbers that shape the search, with their units: one struct, so that a match or a tuner can try others (search_parameters.cpp has
// the table of names and ranges behind `trivium --search NAME=VALUE,...`). Nothing else about a technique stands here; its source is
// named where it is done.
//
// They began as round figures of the size that strong programs publish for these techniques. 31 of those of the search were then moved by
// SPSA, by the script that became `tools/tune`, and rounded (2f77582). `tools/bench search` measures a technique in games of the engine
// against itself without it, at equal nodes (techniques.md, docs/benchmarks.md). Numbers of the clock (time_...) need a match on the
// clock.
//
// Centipawns are those of the evaluation, which the weights' scale decides. A depth of 0 turns a technique off, as does 0 for a switch,
// unless something else is said.
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
  int aspiration_from_depth = 4;
  Value aspiration_width = 23;  ///< centipawns each side at first

  // Before the moves of a node: what the evaluation alone decides.
  int reverse_futility_depth = 8;
  Value reverse_futility_margin = 85;  ///< centipawns a ply; improving positions need a ply less

  int null_move_depth = 3;          ///< from here on
  int null_move_reduction = 3;      ///< plies
  int null_move_depth_divisor = 3;  ///< plies of depth for one ply more
  Value null_move_surplus = 200;    ///< centipawns above beta for one ply more,
  int null_move_most_surplus = 3;   ///< up to this number of plies
  Value null_move_shortfall = 25;   ///< centipawns a ply that the static evaluation may fall short of beta,
  Value null_move_base = 140;       ///< less this number of centipawns

  int internal_reduction_depth = 4;  ///< from here on

  int probcut_depth = 5;         ///< from here on
  Value probcut_margin = 185;    ///< centipawns above beta
  Value probcut_improving = 40;  ///< less, when the position improves
  int probcut_reduction = 4;     ///< plies

  // Before a move is made: what its kind, its number and its history decide.
  int move_count_depth = 8;
  int move_count_base = 8;  ///< moves searched, plus the depth squared; half of it all when the position does not improve
  int futility_depth = 8;   ///< of the reduced depth
  Value futility_base = 140;
  Value futility_margin = 50;  ///< centipawns a ply
  int history_pruning_depth = 4;
  int history_pruning_margin = 8000;  ///< history score a ply
  int quiet_exchange_depth = 8;       ///< of the reduced depth
  Value quiet_exchange_margin = 16;   ///< centipawns for each ply squared
  int capture_exchange_depth = 7;
  Value capture_exchange_margin = 85;  ///< centipawns a ply

  // Extensions.
  int singular_depth = 7;              ///< from here on
  int singular_table_slack = 3;        ///< plies that the table's entry may be shallower
  int singular_margin = 38;            ///< sixteenths of a centipawn a ply below the table's value
  Value double_extension_margin = 25;  ///< centipawns further below
  int double_extension_most = 6;       ///< in one line; 0 = none
  int multicut = 1;                    ///< switch
  int negative_extension = 2;          ///< plies taken off a move that is not alone in failing high

  // Late move reductions, in 1/1024 ply.
  int reduction_depth = 2;  ///< from here on
  int reduction_move = 2;   ///< from this move on
  int reduction_base = 730;
  int reduction_slope = 205;   ///< times log2(depth) * log2(move number)
  int reduction_pv = 1330;     ///< less in a node of the principal variation
  int reduction_was_pv = 570;  ///< less in a node that once was one
  int reduction_cut = 1500;    ///< more where a cut-off is expected
  int reduction_not_improving = 560;
  int reduction_table_capture = 1150;  ///< more for quiet moves when the table's move captures
  int reduction_refutation = 1100;     ///< less for killers and the countermove
  int reduction_check = 650;           ///< less for a move that gives check
  int reduction_capture = 1150;        ///< less for captures that lose no material
  int reduction_history = 8300;        ///< history score that is worth a ply
  int deeper_margin = 30;              ///< centipawns above the best so far: searched again a ply deeper; 0 = never, nor less deep
  int shallower_margin = 8;            ///< so few centipawns above it: searched again a ply less deep

  // Quiescence.
  Value delta_margin = 230;     ///< centipawns that a capture may gain beyond its victim
  int quiescence_evasions = 2;  ///< quiet evasions tried when one is known that is not mated

  // Histories: a bonus grows with the depth up to a limit.
  int history_slope = 360;  ///< a ply
  int history_offset = 30;
  int history_most = 2550;
  int continuation_history = 1;  ///< switches
  int capture_history = 1;
  int refutations = 1;

  // Correction of the static evaluation, in 1/1024 of a table's entry (which is at most 1024 in size): so, centipawns at most.
  int correction_pawns = 50;
  int correction_pieces = 43;  ///< for each side's pieces
  int correction_moves = 60;

  // Time on a clock (time_manager.h), in percent unless something else is said. Set by judgement, as no match at equal nodes can weigh
  // them; docs/benchmarks.md has a match for those that can be 0. How the reserve and the last moves came to their sizes is in
  // the log (4a97783, 2da29f1).
  int time_moves = 30;         ///< moves for which the time left must last, where the clock does not say
  int time_increment = 80;     ///< of the increment, beside an even share of the time left: the optimum
  int time_maximum = 4;        ///< times the optimum: the maximum
  int time_largest = 35;       ///< of the time left, which neither exceeds,
  int time_last_moves = 170;   ///< or this over one more than the moves to the control where it is more: 85, 56 and 42 for the last three
  int time_reserve = 60;       ///< milliseconds never planned with: a machine with other work may take so many between two looks
  int time_unsettled = 130;    ///< of the optimum is enough, when the best move is new,
  int time_stability = 10;     ///< less for each iteration that it has stood since; 0 = off: 100 is always enough
  int time_settled = 70;       ///< but not less
  int time_drop = 60;          ///< more at most, one for each centipawn that the score fell by in the last iteration; 0 = off
  int time_no_effort = 200;    ///< of all that, when the best move took none of the nodes,
  int time_effort = 140;       ///< less when it took all of them, and in proportion; 0 = off: 100 of it always
  int time_effort_most = 150;  ///< but not more
  int time_effort_least = 60;  ///< and not less
};

inline constexpr SearchParameters kSearch{};

/// Names and limits of all of them, for tuners and command lines.
using SearchParameterInfo = Parameter<SearchParameters>;
std::span<const SearchParameterInfo> search_parameter_table() noexcept;

/// `defaults` with the changes of "NAME=VALUE,NAME=VALUE". The error names what is wrong and what would be right.
Result<SearchParameters> parse_search_parameters(std::string_view text, const SearchParameters& defaults = kSearch);

/// Whether a technique works at this depth (or other number) that does so from `least` on; 0 turns it off.
constexpr bool works_from(int least, int depth) noexcept { return least > 0 && depth >= least; }

namespace detail {

constexpr std::array<std::int32_t, 64> make_logarithms() noexcept {
  std::array<std::int32_t, 64> table{};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = log2_1024(i);
  return table;
}

inline constexpr std::array<std::int32_t, 64> kLogarithms = make_logarithms();

}  // namespace detail

/// log2(depth) * log2(number) in 1/1024, both taken as at least 1 and at most 63.
constexpr int depth_and_number(int depth, int number) noexcept {
  const auto at = [](int i) { return detail::kLogarithms[static_cast<std::size_t>(i < 1 ? 1 : i > 63 ? 63 : i)]; };
  return at(depth) * at(number) / 1024;
}

}  // namespace trivium::chess
