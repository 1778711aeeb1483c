// A match as a dealer plays it: the order of hands, who sits where, who is to act and how long he may take, what everybody has won.
//
// It neither waits nor talks. Whoever drives it looks at hand() and seat_to_act(), gets an action from wherever that seat's player is (a
// socket, this process, the transaction file of an interrupted match) and hands it to act(). So sockets, replays and matches inside one
// process share every rule of a match; equal setups deal equal cards, and a duplicate match is a second one with the names turned.
//
// A seat is a player for the whole match, counted from 0 as named on the command line; a position is his place in one hand. The players
// move on by one position after each hand, as with the ACPC server: position p of hand h is seat (p + h) mod players.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/hand.h"
#include "protocols/acpc/dealer_clock.h"

namespace trivium::acpc {

struct MatchSetup {
  std::string name;       ///< of the match; NAME.log and NAME.tlog are its files
  std::string game_name;  ///< as the user wrote it, for the log's first line
  poker::GameDefinition game;
  std::uint32_t hands = 1;  ///< at least 1
  std::uint32_t seed = 0;
  bool fixed_seats = false;        ///< everybody keeps his position
  std::vector<std::string> names;  ///< one for each seat
  TimeLimits limits;
};

class Match {
 public:
  /// Deals the first hand. `setup` must outlive the match.
  explicit Match(const MatchSetup& setup);

  const MatchSetup& setup() const noexcept { return setup_; }
  int players() const noexcept { return setup_.game.players; }

  /// Every hand has been played.
  bool over() const noexcept { return number_ >= setup_.hands; }
  /// The present hand, with all its cards. Only while not over().
  const poker::Hand& hand() const noexcept { return hand_; }
  int seat_at(int position) const noexcept { return (position + turn_) % players(); }
  int position_of(int seat) const noexcept { return (seat + players() - turn_) % players(); }

  /// These three only while the hand is not finished.
  int seat_to_act() const noexcept { return seat_at(hand_.betting().actor()); }
  /// How long his response may take.
  Microseconds allowance() const noexcept { return clocks_.allowance(seat_to_act()); }
  /// Plays `action`, which must be legal, for the seat to act, who took `used` of his time. If that is more than he had, he is late from
  /// now on; the action counts all the same. The last action of a hand adds its payoffs to the totals.
  void act(poker::Action action, Microseconds used);

  /// Payoffs of the finished hand, by position.
  const poker::Payoffs& payoffs() const noexcept { return payoffs_; }
  /// Ends the finished hand and, unless it was the last, deals the next.
  void next_hand();

  /// The seat used more time than it had. That is for good: an absent player may come back, one who is late may not.
  bool late(int seat) const noexcept { return late_[static_cast<std::size_t>(seat)]; }
  bool anybody_late() const noexcept { return late_.any(); }
  /// Time that `seat` has used in the match.
  Microseconds used(int seat) const noexcept { return clocks_.used(seat); }
  /// Chips won by each seat in all finished hands.
  const std::array<double, poker::kMaxPlayers>& totals() const noexcept { return totals_; }

 private:
  const MatchSetup& setup_;
  poker::CardDealer cards_;
  std::uint32_t number_ = 0;
  int turn_ = 0;  ///< the seat at position 0
  poker::Hand hand_;
  PlayerClocks clocks_;
  std::bitset<poker::kMaxPlayers> late_;
  poker::Payoffs payoffs_{};
  std::array<double, poker::kMaxPlayers> totals_{};
};

}  // namespace trivium::acpc
