// One hand of poker: the betting with its history, and the cards as far as they are known.
//
// The dealer knows all cards, a player his own and the open ones, a log in the end those it printed; all of them use this class. Cards of
// the board may be known before their round; board() shows only what lies on the table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// All cards of a hand; kNoCard where one is not known.
struct Deal {
  std::array<std::array<Card, kMaxHoleCards>, kMaxPlayers> hole{};
  std::array<Card, kMaxBoardCards> board{};

  /// Every card unknown.
  Deal() noexcept;
  friend bool operator==(const Deal&, const Deal&) noexcept = default;
};

/// An action and when it was taken.
struct PlayedAction {
  Action action;
  std::uint8_t player = 0;
  std::uint8_t round = 0;
  friend bool operator==(const PlayedAction&, const PlayedAction&) noexcept = default;
};

/// What everybody at the table sees. Refers to a Hand and is valid while that does not change.
struct PublicState {
  const Betting& betting;
  std::span<const PlayedAction> actions;
  std::span<const Card> board;
};

/// Chips won (positive) or lost by each position; fractions where a pot was split unevenly.
using Payoffs = std::array<double, kMaxPlayers>;

class Hand {
 public:
  /// `game` must outlive the hand and its copies. `id` is the number of the hand in its match.
  explicit Hand(const GameDefinition& game, std::uint32_t id = 0, const Deal& deal = Deal());
  explicit Hand(GameDefinition&&, std::uint32_t = 0, const Deal& = Deal()) = delete;

  std::uint32_t id() const noexcept { return id_; }
  const GameDefinition& game() const noexcept { return betting_.game(); }
  const Betting& betting() const noexcept { return betting_; }
  std::span<const PlayedAction> actions() const noexcept { return actions_; }
  const Deal& deal() const noexcept { return deal_; }
  void set_deal(const Deal& deal) noexcept { deal_ = deal; }

  /// The player's cards; empty when they are not known.
  std::span<const Card> hole(int player) const noexcept;
  /// The cards on the table. Those of a round are there from its first action; some may be kNoCard when the deal is not known.
  std::span<const Card> board() const noexcept;
  PublicState public_state() const noexcept { return {betting_, actions_, board()}; }

  /// `action` must be legal.
  void do_action(Action action);
  /// Takes the last action back; there must have been one. Replays the hand up to it: searches copy a Betting instead.
  void undo_action() noexcept;

  /// Whether payoffs() can be told: the hand is finished, and at a showdown every card of it is known.
  bool decided() const noexcept;
  /// What each player won: the pots are split by hand rank, side pots among those who paid into them; ties share equally, to fractions of
  /// a chip, as in the official log. Only when decided().
  Payoffs payoffs() const noexcept;

  friend bool operator==(const Hand& a, const Hand& b) noexcept {
    return a.id_ == b.id_ && a.betting_ == b.betting_ && a.actions_ == b.actions_ && a.deal_ == b.deal_;
  }

 private:
  /// What wins a pot: higher beats lower. 0 for those who folded; their number alone decides where nobody shows cards.
  std::uint32_t strength(int player) const noexcept;

  std::uint32_t id_;
  Betting betting_;
  Deal deal_;
  std::vector<PlayedAction> actions_;
};

}  // namespace trivium::poker
