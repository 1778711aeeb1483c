#include "protocols/acpc/dealer_match.h"

namespace trivium::acpc {

Match::Match(const MatchSetup& setup)
    : setup_(setup),
      cards_(setup.seed),
      hand_(setup.game, 0, cards_.next(setup.game)),
      clocks_(setup.limits) {}

void Match::act(poker::Action action, Microseconds used) {
  const int seat = seat_to_act();
  if (!clocks_.charge(seat, used)) late_.set(static_cast<std::size_t>(seat));
  hand_.do_action(action);
  if (!hand_.betting().finished()) return;
  payoffs_ = hand_.payoffs();
  for (int position = 0; position < players(); ++position) {
    totals_[static_cast<std::size_t>(seat_at(position))] +=
        payoffs_[static_cast<std::size_t>(position)];
  }
}

void Match::next_hand() {
  ++number_;
  if (over()) return;
  if (!setup_.fixed_seats) turn_ = (turn_ + 1) % players();
  clocks_.start_hand();
  hand_ = poker::Hand(setup_.game, number_, cards_.next(setup_.game));
}

}  // namespace trivium::acpc
