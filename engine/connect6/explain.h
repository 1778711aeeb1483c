// Explanation of an evaluation, term by term. The terms sum exactly to the hundredths that the
// search uses. Also reports threats, the candidate turns, the board as text and the turn that would
// be played.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/explain_stones.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

/// One feature. Numbers named `..._units` are in Weights units, of which kUnitsPerHundredth make
/// one hundredth of the log-odds.
struct ExplainedTerm {
  std::string name;  ///< as in kFeatureNames
  int count = 0;
  std::int32_t weight_units = 0;
  std::int64_t contribution_units = 0;  ///< weight x count
};

struct ExplainedCandidate {
  Turn turn;
  double probability = 0.0;  ///< before any search
  Value value = 0;           ///< evaluation after the turn, from the view of the side that plays it
  int threat = 0;            ///< stones to parry what it threatens; 0: nothing, 3: more than 2
  std::vector<ExplainedStone> stones;
};

/// An evaluation and what it consists of:
///
///   contributions + pattern_units + rounding_units + limit_units = score * kUnitsPerHundredth
struct Explanation {
  Stone to_move = Stone::kBlack;
  int size = kDefaultSize;
  int stones_left = 1;  ///< stones that `to_move` still places in this turn
  std::string board;    ///< readable text, the last turn in brackets; lines ended by '\n'
  Turn last_turn;       ///< last stones placed, even half a turn; `first` is kNoCell if none
  Stone last_stone = Stone::kEmpty;
  std::vector<Turn> black_sixes;  ///< turns that win if Black places two stones now (sixes())
  std::vector<Turn> white_sixes;  ///< turns that win if White places two stones now
  std::vector<ExplainedTerm> terms;
  std::int64_t pattern_units = 0;   ///< value of the line patterns (value_patterns.h)
  std::int64_t rounding_units = 0;  ///< difference made by rounding to whole hundredths
  std::int64_t limit_units = 0;     ///< difference made by the limit kMaxEvaluation
  Value score = 0;                  ///< evaluate(), from the side to move's view
  WinDrawLoss expectation;          ///< expected result for that score

  bool over = false;              ///< game over; then only sides, size, board, last turn and the
                                  ///< sources of weights and patterns are set
  Turn winning_turn;              ///< completes six now; `first` is kNoCell if none does
  int stones_to_parry = 0;        ///< stones to parry the opponent's threats; 3: more than 2
  std::vector<Turn> parries;      ///< minimal parries
  int forced_turns = 0;           ///< own turns of a verified forced win; 0 if none was found
  std::vector<Turn> forced_line;  ///< that win against the longest defense
  /// Most probable turns, the most probable first. Empty if a win or a loss is certain.
  std::vector<ExplainedCandidate> candidates;
  std::string weights_source;
  std::string patterns_source;  ///< empty if there are no patterns
};

/// Explains the position. Takes some hundredths of a second, most of them for the search for a
/// forced win. If `control` stops that search, the explanation has no forced win. Requires:
/// `knowledge` has weights.
Explanation explain(const Board& board, const Knowledge& knowledge,
                    const SearchControl& control = SearchControl());

/// The turn, or the rest of it, that the player would place, and its value.
struct PlannedTurn {
  Turn turn;  ///< `first` is kNoCell if the game is over
  Score score;
  WinDrawLoss expectation;  ///< win, draw and loss for `score`
  std::uint64_t nodes = 0;  ///< number of nodes searched
};

inline constexpr std::uint64_t kPlannedNodes = 100'000;
/// Searches at most `nodes` nodes on one thread, so the result is reproducible. Requires:
/// `knowledge` has weights.
PlannedTurn planned_turn(const Board& board, const Knowledge& knowledge,
                         std::uint64_t nodes = kPlannedNodes);

/// Notation of turns on a board of `size`. Requires: the first stone of each turn is a cell.
struct TurnNames {
  std::string (*name)(Turn turn, int size) = reader_turn;
  std::string_view between = "; ";
};

/// Returns the table of the terms; lines end with '\n'. Patterns, rounding and limit have a row
/// only if they are not zero.
std::string to_text(const Explanation& explanation, const TurnNames& names = {});

/// Returns the text above the table: board, last stones, threats of both sides and the turn that
/// would be played.
std::string overview_text(const Explanation& explanation, const PlannedTurn& planned);

/// Formats units as hundredths, exactly: "-12.50".
std::string units_text(std::int64_t units);

}  // namespace trivium::connect6
