// Explanation of an evaluation, term by term. The terms sum exactly to the hundredths of a disc
// that the search uses. Also reports the board as text, the legal moves with the values after them,
// and the move that would be played.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/report.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

/// One term of the value for the side to move. PatternValue::kUnitsPerDisc units are one disc.
struct ExplainedTerm {
  std::string name;             ///< name of the shape; without knowledge "moves" or "stable discs"
  std::vector<Square> squares;  ///< of the instance, in the order of the shape; empty for counts
  /// "moves" and "stable discs": number of the side to move minus that of the other side.
  int count = 1;
  std::int64_t contribution_units = 0;
};

struct ExplainedMove {
  Move move = kPass;
  int flips = 0;    ///< discs that it flips
  int replies = 0;  ///< moves that the other side has afterwards
  Value value = 0;  ///< evaluation after the move, or final score, for the side that makes it
  std::optional<double> probability;  ///< by the pattern strengths, before any search
};

/// An evaluation and what it consists of:
///
///   contributions + rounding_units + limit_units = score * kUnitsPerDisc / kDisc
struct Explanation {
  Color to_move = Color::kBlack;
  int size = kDefaultSize;
  std::string board;             ///< board_text()
  bool marks_last_move = false;  ///< `board` has the last move in brackets
  int black_discs = 0;
  int white_discs = 0;
  bool over = false;    ///< game over; then there are no terms and no moves, and the score is final
  bool passes = false;  ///< a pass is the only move
  std::vector<ExplainedTerm> terms;
  std::int64_t rounding_units = 0;   ///< difference made by rounding to hundredths of a disc
  std::int64_t limit_units = 0;      ///< difference made by the limit kMaxValue
  Value score = 0;                   ///< Evaluator::value(), for the side to move
  WinDrawLoss expectation;           ///< expected result for that score
  std::vector<ExplainedMove> moves;  ///< the best value first
  std::string value_source;          ///< empty: by mobility
  std::string priors_source;         ///< empty if there are no pattern strengths
};

Explanation explain(const Game& game, const Knowledge& knowledge);

/// The move that the player would make, and its value.
struct PlannedMove {
  Move move = kPass;
  Score score;
  bool is_final = false;    ///< the position was searched to the end of the game
  WinDrawLoss expectation;  ///< win, draw and loss for `score`
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> variation;
};

inline constexpr std::uint64_t kPlannedNodes = 300'000;
/// Searches at most `nodes` nodes on one thread, so the result is reproducible.
PlannedMove planned_move(const Position& position, const Knowledge& knowledge,
                         std::uint64_t nodes = kPlannedNodes);

/// Returns the table of the terms and the list of the moves; lines end with '\n'. Instances of a
/// shape are one row, unless `all`. Rounding and limit have a row only if they are not zero.
std::string to_text(const Explanation& explanation, bool all = false);

/// Returns the text above the table: board, discs and the move that would be played.
std::string overview_text(const Explanation& explanation, const PlannedMove& planned);

/// Formats units as discs, exactly: "-1.2525".
std::string units_text(std::int64_t units);

}  // namespace trivium::reversi
