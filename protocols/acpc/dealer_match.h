// State of a match: order of hands, seats, the player to act, its time and the chips won.
//
// This class does no I/O. Its caller looks at hand() and seat_to_act(), gets an action from the
// player of that seat (a socket, this process, the transaction file of an interrupted match) and
// passes it to act(). So network matches, resumed matches and matches inside one process share the
// same rules. Equal setups deal equal cards; a duplicate match is a second one with rotated names.
//
// A seat belongs to a player for the whole match and counts from 0 in the order of the command
// line; a position is the player's place in one hand. Players move by one position after each hand,
// as in the ACPC server: position p of hand h is seat (p + h) mod players.
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
  std::string name;       ///< of the match; its files are NAME.log and NAME.tlog
  std::string game_name;  ///< as the user wrote it, for the log's first line
  poker::GameDefinition game;
  std::uint32_t hands = 1;  ///< at least 1
  std::uint32_t seed = 0;
  bool fixed_seats = false;        ///< positions do not rotate
  std::vector<std::string> names;  ///< one for each seat
  TimeLimits limits;
};

class Match {
 public:
  /// Deals the first hand. `setup` must outlive the match.
  explicit Match(const MatchSetup& setup);

  const MatchSetup& setup() const noexcept { return setup_; }
  int players() const noexcept { return setup_.game.players; }

  /// True if every hand has been played.
  bool over() const noexcept { return number_ >= setup_.hands; }
  /// Returns the present hand, with all its cards. Requires: not over().
  const poker::Hand& hand() const noexcept { return hand_; }
  /// Conversions between positions in the present hand and seats.
  int seat_at(int position) const noexcept { return (position + turn_) % players(); }
  int position_of(int seat) const noexcept { return (seat + players() - turn_) % players(); }

  /// Returns the seat to act. Requires, like the next two functions: the hand is not finished.
  int seat_to_act() const noexcept { return seat_at(hand_.betting().actor()); }
  /// Returns the time left for the response of the player to act.
  Microseconds allowance() const noexcept { return clocks_.allowance(seat_to_act()); }
  /// Plays `action` for the seat to act, which took `used`. If that exceeds its allowance, the seat
  /// is late from now on; the action still counts. The last action of a hand adds its payoffs to
  /// the totals. Requires: `action` is legal.
  void act(poker::Action action, Microseconds used);

  /// Payoffs of the finished hand, by position.
  const poker::Payoffs& payoffs() const noexcept { return payoffs_; }
  /// Ends the finished hand and, unless it was the last, deals the next.
  void next_hand();

  /// True if the seat exceeded its time. Unlike an absent player, a late one cannot come back.
  bool late(int seat) const noexcept { return late_[static_cast<std::size_t>(seat)]; }
  bool any_late() const noexcept { return late_.any(); }
  /// Time that `seat` has used in the match.
  Microseconds used(int seat) const noexcept { return clocks_.used(seat); }
  /// Chips won by each seat in all finished hands.
  const std::array<double, poker::kMaxPlayers>& totals() const noexcept { return totals_; }

 private:
  const MatchSetup& setup_;
  poker::CardDealer cards_;
  std::uint32_t number_ = 0;  ///< of the present hand, from 0
  int turn_ = 0;              ///< the seat at position 0
  poker::Hand hand_;
  PlayerClocks clocks_;
  std::bitset<poker::kMaxPlayers> late_;
  poker::Payoffs payoffs_{};
  std::array<double, poker::kMaxPlayers> totals_{};
};

}  // namespace trivium::acpc
