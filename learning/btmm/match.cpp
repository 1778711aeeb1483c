#include "learning/btmm/match.h"

namespace trivium::learning::btmm {

MatchScore score_of(std::span<const MatchPair> pairs) noexcept {
  MatchScore score;
  for (const MatchPair& pair : pairs) {
    for (const int points : {pair.as_black, pair.as_white})
      ++(points == 2 ? score.games.wins : points == 1 ? score.games.draws : score.games.losses);
    ++score.pairs[static_cast<std::size_t>(pair.as_black + pair.as_white)];
    score.black_half_points += static_cast<std::uint64_t>(pair.as_black + 2 - pair.as_white);
    score.pieces += static_cast<std::uint64_t>(pair.pieces);
  }
  return score;
}

}  // namespace trivium::learning::btmm
