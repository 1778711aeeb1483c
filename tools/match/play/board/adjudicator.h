// Ends a game by the scores that its engines gave, where the user asked for that: resignation, draw, length.
//
// The rules are those of cutechess-cli and fastchess (-resign, -draw, -maxmoves). What counts is a turn: in Connect-6 its two stones count
// once, with the score that was said last. A turn without a score starts every count of its side anew, and so do a capture and a pawn's
// move in the count of a draw.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "tools/match/play/board/referee.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) noexcept : rules_(rules) {}

  /// Takes note of the move that `side` has just made, which `referee` has played, and of the score that came with it, from that side's
  /// view. Returns the end that follows, if any: "White loses by adjudication", ... Moves of an opening are not shown to it.
  std::optional<RuleEnd> after_move(int side, const std::optional<Score>& score, const Referee& referee);

 private:
  void count_turn(int side, bool irreversible);
  std::optional<RuleEnd> resignation(const Referee& referee) const;

  Adjudication rules_;
  std::optional<int> turn_score_;       ///< of the turn under way
  std::array<int, 2> losing_turns_{};   ///< in a row with a score of at most -resign_score, by side
  std::array<int, 2> winning_turns_{};  ///< with at least +resign_score
  int level_turns_ = 0;                 ///< of both sides in a row within draw_score of 0
};

}  // namespace trivium::match
