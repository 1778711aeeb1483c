#include "engine/poker/policies/stakes.h"

#include <algorithm>

namespace trivium::poker {

std::int64_t pot_within_reach(const Betting& betting) noexcept {
  const Chips own = betting.spent(betting.actor()) + betting.to_call();
  std::int64_t pot = 0;
  for (int player = 0; player < betting.game().players; ++player)
    pot += std::min(betting.spent(player), own);
  return pot;
}

std::int64_t price_of_call(const Betting& betting, std::int64_t whole) noexcept {
  const std::int64_t to_call = betting.to_call();
  return to_call == 0 ? 0 : to_call * whole / (pot_within_reach(betting) + to_call);
}

bool call_is_last(const Betting& betting) noexcept {
  Betting called = betting;
  called.do_action(Action::call());
  return called.finished() || called.all_in(betting.actor());
}

}  // namespace trivium::poker
