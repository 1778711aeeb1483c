// The betting of one hand: who is to act, what he may do, when a round and the hand are over. No cards.
//
// The rules are those of the ACPC server to the chip, so that any of its logs replays: raises are to totals over the whole hand; a raise
// must exceed the last by at least the larger of the big blind and the largest raise of the round; all-in is always a legal raise, even
// below that minimum, and does not lift it; nobody folds when checking is free; a hand in which no two players can bet any more ends at
// once, in the last round. A limit raise goes no further than the raiser's stack, even where that only matches the bet.
//
// Three departures, where the official server cannot be followed: a limit raise by a player who cannot even match the bet is refused (there
// it lowers the bet and hands chips back); a hand whose blinds put everybody all-in is over at once (there it hangs); amounts near 2^31
// do not overflow.
// A value type of some 80 bytes: searches and learners copy it instead of undoing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

enum class ActionType : std::uint8_t { kFold, kCall, kRaise };

struct Action {
  ActionType type = ActionType::kCall;  ///< kCall is also a check, kRaise also a bet
  Chips to = 0;                         ///< no-limit raises: the player's total over the whole hand; 0 for everything else

  static constexpr Action fold() noexcept { return {ActionType::kFold, 0}; }
  static constexpr Action call() noexcept { return {ActionType::kCall, 0}; }
  /// `to` stays 0 in limit games, where the size is fixed.
  static constexpr Action raise(Chips to = 0) noexcept { return {ActionType::kRaise, to}; }
  friend constexpr bool operator==(const Action&, const Action&) noexcept = default;
};

/// Totals a raise may go to, both included. In limit games both are 0.
struct RaiseRange {
  Chips min = 0;
  Chips max = 0;
};

/// Which rule an action breaks.
enum class Illegal : std::uint8_t {
  kHandOver,
  kFoldWithoutBet,  ///< nothing to call: check instead
  kTooManyRaises,   ///< the round's number of raises is used up, or its number of actions
  kNobodyToCall,    ///< every other player has folded or is all-in
  kNoChipsToRaise,  ///< a call already takes the whole stack, or in limit games more than that
  kBelowMinimum,    ///< the raise is smaller than the minimum and not all-in
  kAboveStack,
};

class Betting {
 public:
  /// More actions than this in one round are not possible: a raise after which not every player could still answer is refused.
  static constexpr int kMaxActionsPerRound = 64;

  /// The blinds are posted. `game` must outlive this value and all its copies.
  explicit Betting(const GameDefinition& game) noexcept;
  explicit Betting(GameDefinition&&) = delete;

  const GameDefinition& game() const noexcept { return *game_; }

  bool finished() const noexcept { return finished_; }
  /// From 0. After the last action it is the round the hand ended in: the last one if there is a showdown.
  int round() const noexcept { return round_; }
  /// Position of the player to act. Only while not finished().
  int actor() const noexcept { return actor_; }

  Chips spent(int player) const noexcept { return spent_[static_cast<std::size_t>(player)]; }
  /// The largest total so far, which a call matches.
  Chips max_spent() const noexcept { return max_spent_; }
  /// All chips spent; 64 bits hold any sum.
  std::int64_t pot() const noexcept;
  bool folded(int player) const noexcept { return (folded_ >> player & 1) != 0; }
  bool all_in(int player) const noexcept { return spent(player) == stack(player); }
  int players_left() const noexcept;
  /// The hand is over and two or more players show their cards.
  bool showdown() const noexcept { return finished_ && players_left() > 1; }
  int actions_in_round() const noexcept { return actions_; }
  int raises_in_round() const noexcept { return raises_; }

  /// What a call costs the actor now; 0 is a check. Never more than the stack allows.
  Chips to_call() const noexcept;
  bool can_fold() const noexcept { return !illegality(Action::fold()); }
  /// Nothing where the actor may not raise.
  std::optional<RaiseRange> raise_range() const noexcept;
  /// The rule that `action` breaks, if any. Calling is legal whenever the hand is not over. `to` of folds, calls and limit raises is
  /// ignored, as the official server does.
  std::optional<Illegal> illegality(Action action) const noexcept;
  bool is_legal(Action action) const noexcept { return !illegality(action); }

  /// `action` must be legal.
  void do_action(Action action) noexcept;

  friend bool operator==(const Betting&, const Betting&) noexcept = default;

 private:
  Chips stack(int player) const noexcept { return game_->stack[static_cast<std::size_t>(player)]; }
  void give_turn(int after) noexcept;
  void pay(int player, Chips total) noexcept;
  void raise_to(Chips total) noexcept;
  void end_round() noexcept;
  /// Why no raise of any size is legal. The hand is not over.
  std::optional<Illegal> raise_barrier() const noexcept;

  const GameDefinition* game_;
  std::array<Chips, kMaxPlayers> spent_{};
  Chips max_spent_ = 0;
  Chips min_raise_to_ = 0;  ///< no-limit only
  std::uint16_t folded_ = 0;
  std::uint8_t round_ = 0;
  std::uint8_t actor_ = 0;
  std::uint8_t actions_ = 0;  ///< in this round
  std::uint8_t raises_ = 0;   ///< in this round
  std::uint8_t acting_ = 0;   ///< players who have neither folded nor put in all their chips
  std::uint8_t called_ = 0;   ///< those of them who have matched the bet in this round
  bool finished_ = false;
};

/// What is played for one who has no decision of his own: a check where that is free, else a fold. Never costs a chip.
inline Action check_or_fold(const Betting& betting) noexcept { return betting.can_fold() ? Action::fold() : Action::call(); }

/// The rule in words for an error message: "raise to 150 is below the minimum 200". `action` is what illegality() objected to.
std::string explain_illegal(const Betting& betting, Action action, Illegal rule);

}  // namespace trivium::poker
