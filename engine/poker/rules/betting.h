// The betting of one hand without cards: the player to act, the legal actions, the end of a round
// and of the hand.
//
// The rules are those of the ACPC server, so that its logs can be replayed:
// - A no-limit raise states the player's total chips in the hand after the raise.
// - Each round begins with a minimum total for raises: the largest total so far plus the big blind.
//   A raise to T from a largest total of M increases the minimum to 2 T - M, if that is higher. So
//   a raise is usually at least as large as the previous one of the round.
// - An all-in raise may be below the minimum.
// - A limit raise is reduced to the raiser's stack, even if that only matches the bet.
// - Folding is illegal if checking is free.
// - If fewer than two players can still bet after a round, the hand ends at once; round() is then
//   the last round.
//
// There are three differences from the official server:
// - A limit raise by a player that cannot match the bet is illegal. The server lowers the bet and
//   returns chips.
// - A hand whose blinds put all players all-in is over at once. The server hangs.
// - Amounts near 2^31 do not overflow.
//
// Betting is a value type of about 70 bytes: searches and learners copy it instead of undoing
// actions.
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
  Chips to = 0;                         ///< no-limit raises: the player's total in the hand; else 0

  static constexpr Action fold() noexcept { return {ActionType::kFold, 0}; }
  static constexpr Action call() noexcept { return {ActionType::kCall, 0}; }
  /// `to` stays 0 in limit games, where the size is fixed.
  static constexpr Action raise(Chips to = 0) noexcept { return {ActionType::kRaise, to}; }
  friend constexpr bool operator==(const Action&, const Action&) noexcept = default;
};

/// Minimum and maximum total of a no-limit raise (Action::to). In limit games both are 0.
struct RaiseRange {
  Chips min = 0;
  Chips max = 0;
};

/// The rule that an action breaks.
enum class Illegal : std::uint8_t {
  kHandOver,
  kFoldWithoutBet,  ///< nothing to call: check instead
  kTooManyRaises,   ///< the maximum number of raises or of actions in the round is reached
  kNobodyToCall,    ///< every other player has folded or is all-in
  kNoChipsToRaise,  ///< no-limit: a call takes all remaining chips; limit: they do not even suffice
                    ///< for a call
  kBelowMinimum,    ///< the raise is below the minimum and not all-in
  kAboveStack,
};

class Betting {
 public:
  /// Maximum number of actions in a round. A raise is illegal if it does not leave an action for
  /// each other player.
  static constexpr int kMaxActionsPerRound = 64;

  /// Starts a hand with posted blinds. Requires: `game` outlives this value and its copies.
  explicit Betting(const GameDefinition& game) noexcept;
  explicit Betting(GameDefinition&&) = delete;

  const GameDefinition& game() const noexcept { return *game_; }

  bool finished() const noexcept { return finished_; }
  /// Current round, from 0. After the end: the round in which the hand ended, the last one at a
  /// showdown.
  int round() const noexcept { return round_; }
  /// Position of the player to act. Requires: not finished().
  int actor() const noexcept { return actor_; }

  /// Chips that the player has put into the pot in this hand, blinds included.
  Chips spent(int player) const noexcept { return spent_[static_cast<std::size_t>(player)]; }
  /// Maximum of spent() over all players; a call matches it.
  Chips max_spent() const noexcept { return max_spent_; }
  /// Sum of spent() over all players.
  std::int64_t pot() const noexcept;
  bool folded(int player) const noexcept { return (folded_ >> player & 1) != 0; }
  bool all_in(int player) const noexcept { return spent(player) == stack(player); }
  /// Number of players that have not folded.
  int players_left() const noexcept;
  /// True if the hand is over and two or more players show their cards.
  bool showdown() const noexcept { return finished_ && players_left() > 1; }
  int actions_in_round() const noexcept { return actions_; }
  int raises_in_round() const noexcept { return raises_; }

  /// Chips that a call costs the player to act, at most its remaining chips; 0 for a check.
  Chips to_call() const noexcept;
  bool can_fold() const noexcept { return !illegality(Action::fold()); }
  /// Range of legal raises; empty if the player to act may not raise.
  std::optional<RaiseRange> raise_range() const noexcept;
  /// Returns the rule that `action` breaks, if any. A call is always legal before the end of the
  /// hand. Ignores `to` of folds, calls and limit raises, like the official server.
  std::optional<Illegal> illegality(Action action) const noexcept;
  bool is_legal(Action action) const noexcept { return !illegality(action); }

  /// Performs an action of the player to act. Requires: is_legal(action).
  void do_action(Action action) noexcept;

  friend bool operator==(const Betting&, const Betting&) noexcept = default;

 private:
  Chips stack(int player) const noexcept { return game_->stack[static_cast<std::size_t>(player)]; }
  void give_turn(int after) noexcept;
  void pay(int player, Chips total) noexcept;
  void raise_to(Chips total) noexcept;
  void end_round() noexcept;
  /// Returns why no raise of any size is legal. Requires: the hand is not over.
  std::optional<Illegal> raise_barrier() const noexcept;

  const GameDefinition* game_;
  std::array<Chips, kMaxPlayers> spent_{};
  Chips max_spent_ = 0;
  Chips min_raise_to_ = 0;  ///< minimum total of a raise that is not all-in; no-limit only
  std::uint16_t folded_ = 0;
  std::uint8_t round_ = 0;
  std::uint8_t actor_ = 0;
  std::uint8_t actions_ = 0;  ///< in this round
  std::uint8_t raises_ = 0;   ///< in this round
  std::uint8_t acting_ = 0;   ///< number of players that have not folded and are not all-in
  std::uint8_t called_ = 0;   ///< number of those that have matched the bet in this round
  bool finished_ = false;
};

/// Returns the default action of a player without a decision: a check if that is free, else a fold.
/// It never costs a chip.
inline Action check_or_fold(const Betting& betting) noexcept {
  return betting.can_fold() ? Action::fold() : Action::call();
}

/// Returns a description of the broken rule, for error messages: "raise to 150 is below the minimum
/// 200". Requires: `rule` is betting.illegality(action).
std::string explain_illegal(const Betting& betting, Action action, Illegal rule);

}  // namespace trivium::poker
