// Explanation of an evaluation, term by term and in words. The terms sum exactly to the centipawns
// that the search uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// One feature of the evaluation. "Units" are hundredths of a centipawn
/// (Weights::kUnitsPerCentipawn), "parts" are millionths of a centipawn (kPartsPerCentipawn in
/// evaluation.h). Parts represent the evaluation exactly.
struct ExplainedFeature {
  std::string name;
  int white = 0;  ///< White's count
  int black = 0;
  std::int32_t middlegame_units = 0;  ///< weight of one count in the middlegame
  std::int32_t endgame_units = 0;
  std::int64_t white_parts = 0;  ///< contribution of White's count in this phase of the game
  std::int64_t black_parts = 0;  ///< contribution of Black's count, to be subtracted
};

struct ExplainedGroup {
  std::string_view name;
  std::string_view meaning;                ///< one line of text (feature_groups.h)
  bool single = false;                     ///< the group has one feature only
  std::vector<ExplainedFeature> features;  ///< features with a nonzero count, in order; never empty
  std::int64_t white_parts = 0;            ///< sums over the features
  std::int64_t black_parts = 0;
};

/// Explanation of one evaluation. The sum of (white_parts - black_parts) + scale_parts +
/// rounding_parts + limit_parts + known_parts is white_centipawns x kPartsPerCentipawn.
struct Explanation {
  Color to_move = Color::kWhite;
  std::string fen;
  std::string board;                   ///< from board_text()
  std::vector<ExplainedGroup> groups;  ///< groups with a nonzero count
  int phase = 0;       ///< game phase in percent: 100 is the middlegame, 0 the endgame
  int scale = 100;     ///< percent of the sum that remains; below 100 if the endgame is drawish
  bool known = false;  ///< the value is from known_endgame(), not a sum of weights
  std::int64_t scale_parts = 0;     ///< change by the scale
  std::int64_t rounding_parts = 0;  ///< change by rounding to whole centipawns
  std::int64_t limit_parts = 0;     ///< change by the limit kMaxWeightedValue
  std::int64_t known_parts = 0;     ///< the known value minus the sum
  Value white_centipawns = 0;       ///< the score from White's view
  Value score_centipawns = 0;       ///< from the side to move's view: evaluate()
  Value reported_score = 0;         ///< score_centipawns as a search reports it: reported_value()
  double reported_pawn = 100.0;     ///< Weights::reported_pawn()
  std::string_view game_over;  ///< "checkmate" or "stalemate", for which a search does not call the
                               ///< evaluation; else empty
  std::string weights_source;
};

Explanation explain(const Position& position, const Weights& weights);

/// Verdict in words: the better side and the size of its advantage, by the static evaluation.
struct Verdict {
  std::optional<Color> better;  ///< empty if both stand equally well or the game is drawn
  std::string_view size;        ///< "equal" to "winning"; "won" or "drawn" if certain
  double pawns = 0;      ///< from White's view, as reported by a search; 0 if the game is over
  std::string sentence;  ///< the verdict as a sentence
};

Verdict verdict(const Explanation& explanation);

/// Number of groups that are shown by default.
inline constexpr std::size_t kShownGroups = 10;

/// Returns the groups with the largest absolute contributions in descending order, at most
/// kShownGroups. Groups that sum to zero are omitted. The pointers are valid as long as
/// `explanation`.
std::vector<const ExplainedGroup*> largest_groups(const Explanation& explanation);

/// Rows of the table of to_text(): the largest groups, all groups, or all groups and features.
enum class Detail { kTopGroups, kGroups, kFeatures };

/// Returns the table as readable text, lines ended by '\n'. With kFeatures, a group of a single
/// feature has one row. Scale, rounding, limit and known endgame have their own rows if they are
/// not zero. The text states if the game is over.
std::string to_text(const Explanation& explanation, Detail detail = Detail::kGroups);

/// Returns the text above the table: board, side to move and verdict.
std::string overview_text(const Explanation& explanation);

/// Formats units as centipawns, exactly: "-12.50".
std::string units_text(std::int32_t units);
/// Formats parts as centipawns, exactly: "-12.5000", or "-12.500025" if four digits are not enough.
std::string parts_text(std::int64_t parts);

}  // namespace trivium::chess
