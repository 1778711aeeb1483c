#include "tools/match/play/board/adjudicator.h"

#include <cstddef>
#include <cstdlib>
#include <limits>

#include "fmt/format.h"

namespace trivium::match {
namespace {

/// In centipawns; a forced mate is worth more than any other value, and -kForced is representable.
int hundredths(const Score& score) noexcept {
  if (score.kind == Score::Kind::kValue) return score.value;
  constexpr int kForced = std::numeric_limits<int>::max();
  return score.value > 0 ? kForced : -kForced;
}

void count_if(bool counts, int& turns) noexcept { turns = counts ? turns + 1 : 0; }

}  // namespace

std::optional<RuleEnd> Adjudicator::after_move(int side, const std::optional<Score>& score,
                                               const Referee& referee) {
  if (score) turn_score_ = hundredths(*score);
  if (referee.to_move() == side) return std::nullopt;  // same turn continues
  count_turn(side, referee.irreversible());
  turn_score_.reset();

  if (auto end = resignation(referee)) return end;
  const int moves = referee.full_moves();
  if (rules_.draw_moves > 0 && moves >= rules_.draw_move && level_turns_ >= 2 * rules_.draw_moves)
    return RuleEnd{Outcome::kDraw, "draw by adjudication: level scores"};
  if (rules_.max_moves > 0 && moves >= rules_.max_moves)
    return RuleEnd{Outcome::kDraw, fmt::format("draw by adjudication: move {}", moves)};
  return std::nullopt;
}

void Adjudicator::count_turn(int side, bool irreversible) {
  const auto at = static_cast<std::size_t>(side);
  count_if(turn_score_ && *turn_score_ <= -rules_.resign_score, losing_turns_[at]);
  count_if(turn_score_ && *turn_score_ >= rules_.resign_score, winning_turns_[at]);
  if (irreversible) level_turns_ = 0;
  count_if(turn_score_ && std::abs(*turn_score_) <= rules_.draw_score, level_turns_);
}

std::optional<RuleEnd> Adjudicator::resignation(const Referee& referee) const {
  if (rules_.resign_moves <= 0) return std::nullopt;
  for (const int side : {0, 1}) {
    const auto loser = static_cast<std::size_t>(side), winner = static_cast<std::size_t>(1 - side);
    if (losing_turns_[loser] < rules_.resign_moves) continue;
    if (rules_.resign_two_sided && winning_turns_[winner] < rules_.resign_moves) continue;
    return RuleEnd{side == 0 ? Outcome::kLoss : Outcome::kWin,
                   fmt::format("{} loses by adjudication", referee.side_name(side))};
  }
  return std::nullopt;
}

}  // namespace trivium::match
