// Ends a game by the scores of its engines, if the user asked for it: resignation, draw, length.
//
// The rules are those of cutechess-cli and fastchess (-resign, -draw, -maxmoves). The unit is a
// turn: in Connect-6 two stones count once, with the last score reported. A turn without a score
// resets the counters of its side and the draw counter. A capture or pawn move restarts the draw
// counter.
#pragma once

#include <array>
#include <optional>

#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "tools/match/play/board/referee.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) noexcept : rules_(rules) {}

  /// Records the move that `side` has just played on `referee`, with the score reported for it,
  /// from that side's view. Returns the end of the game if a rule applies now: "White loses by
  /// adjudication". Do not call it for opening moves.
  std::optional<RuleEnd> after_move(int side, const std::optional<Score>& score,
                                    const Referee& referee);

 private:
  void count_turn(int side, bool irreversible);
  std::optional<RuleEnd> resignation(const Referee& referee) const;

  Adjudication rules_;
  std::optional<int> turn_score_;       ///< of the current turn
  std::array<int, 2> losing_turns_{};   ///< consecutive turns with score <= -resign_score, by side
  std::array<int, 2> winning_turns_{};  ///< consecutive turns with score >= resign_score
  int level_turns_ = 0;  ///< consecutive turns of both sides with |score| <= draw_score
};

}  // namespace trivium::match
