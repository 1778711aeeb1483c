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

/// One feature. Numbers in "units" are hundredths of a hundredth (Weights::kUnitsPerHundredth).
struct ExplainedTerm {
  std::string name;  ///< as in kFeatureNames
  int count = 0;
  std::int32_t weight_units = 0;
  std::int64_t contribution_units = 0;  ///< weight x count
};

struct ExplainedCandidate {
  Turn turn;
  double probability = 0.0;  ///< before any search
  Value value = 0;           ///< of the evaluation after the turn, from the side to move's view
  int threat = 0;            ///< it takes so many stones to parry what threatens then; 3 stands for more than 2
  std::vector<ExplainedStone> stones;
};

/// sum of contributions + pattern_units + rounding_units + limit_units = score * kUnitsPerHundredth.
struct Explanation {
  Stone to_move = Stone::kBlack;
  int size = kDefaultSize;
  int stones_left = 1;  ///< that `to_move` still places in this turn
  std::string board;    ///< readable text, the last turn in brackets; lines ended by '\n'
  Turn last_turn;       ///< last stones placed, even half a turn; `first` is kNoCell if none
  Stone last_stone = Stone::kEmpty;
  std::vector<Turn> black_sixes;  ///< turns that would complete six if Black moved next (threats.h)
  std::vector<Turn> white_sixes;
  std::vector<ExplainedTerm> terms;
  std::int64_t pattern_units = 0;   ///< what the patterns on the lines are worth (value_patterns.h)
  std::int64_t rounding_units = 0;  ///< what rounding to whole hundredths added
  std::int64_t limit_units = 0;     ///< what the bound kMaxEvaluation took away
  Value score = 0;                  ///< evaluate(), from the side to move's view
  WinDrawLoss expectation;          ///< of that score

  bool over = false;              ///< then there are no terms and no facts
  Turn winning_turn;              ///< completes six now; `first` is kNoCell where none does
  int stones_to_parry = 0;        ///< what the opponent threatens takes so many stones; 3 stands for more than 2
  std::vector<Turn> parries;      ///< the minimal ways
  int forced_turns = 0;           ///< own turns of a win by continuous threats that is proved and verified; 0 where none was found
  std::vector<Turn> forced_line;  ///< that win against the longest defence
  std::vector<ExplainedCandidate> candidates;  ///< the likeliest turns, likeliest first; empty where a win or a loss is certain
  std::string weights_source;
  std::string patterns_source;  ///< empty where there are none
};

/// Takes some hundredths of a second, most of them to look for a forced win; `control` can end that early, and then none is found.
Explanation explain(const Board& board, const Knowledge& knowledge, const SearchControl& control = SearchControl());

/// The turn, or the rest of it, that the player would place, and its value.
struct PlannedTurn {
  Turn turn;  ///< `first` is kNoCell if the game is over
  Score score;
  WinDrawLoss expectation;  ///< win, draw and loss for `score`
  std::uint64_t nodes = 0;  ///< number of nodes searched
};

/// Node limit of planned_turn(). It uses one thread, so its result is reproducible.
inline constexpr std::uint64_t kPlannedNodes = 100'000;
PlannedTurn planned_turn(const Board& board, const Knowledge& knowledge, std::uint64_t nodes = kPlannedNodes);

/// How turns on a board of `size` are written. Requires: the first stone of each turn is a cell.
struct TurnNames {
  std::string (*name)(Turn turn, int size) = reader_turn;
  std::string_view between = "; ";
};

/// The same as a table for a reader, lines ended by '\n'. Patterns, rounding and limit have rows where they are not zero.
std::string to_text(const Explanation& explanation, const TurnNames& names = {});

/// Returns the text above the table: board, last stones, threats of both sides and the turn that
/// would be played.
std::string overview_text(const Explanation& explanation, const PlannedTurn& planned);

/// Units as hundredths, exactly: "-12.50".
std::string units_text(std::int64_t units);

}  // namespace trivium::connect6
