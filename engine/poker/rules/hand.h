// One hand of poker: the betting with its history, and the known cards.
//
// A dealer knows all cards, a player only its own and the open ones, the reader of a log only those
// in the log; all use this class. Board cards may be known before their round; board() returns only
// those on the table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// All cards of a hand; kNoCard if a card is unknown.
struct Deal {
  std::array<std::array<Card, kMaxHoleCards>, kMaxPlayers> hole{};
  std::array<Card, kMaxBoardCards> board{};

  /// All cards unknown.
  Deal() noexcept;
  friend bool operator==(const Deal&, const Deal&) noexcept = default;
};

/// An action with its player and round.
struct PlayedAction {
  Action action;
  std::uint8_t player = 0;
  std::uint8_t round = 0;
  friend bool operator==(const PlayedAction&, const PlayedAction&) noexcept = default;
};

/// Public information of a hand. Valid until the Hand to which it refers changes.
struct PublicState {
  const Betting& betting;
  std::span<const PlayedAction> actions;
  std::span<const Card> board;
};

/// Chips won (positive) or lost by position. Fractions occur when a pot is split unevenly.
using Payoffs = std::array<double, kMaxPlayers>;

class Hand {
 public:
  /// `id` is the number of the hand in its match. Requires: `game` outlives the hand and its
  /// copies.
  explicit Hand(const GameDefinition& game, std::uint32_t id = 0, const Deal& deal = Deal());
  explicit Hand(GameDefinition&&, std::uint32_t = 0, const Deal& = Deal()) = delete;

  std::uint32_t id() const noexcept { return id_; }
  const GameDefinition& game() const noexcept { return betting_.game(); }
  const Betting& betting() const noexcept { return betting_; }
  std::span<const PlayedAction> actions() const noexcept { return actions_; }
  const Deal& deal() const noexcept { return deal_; }
  void set_deal(const Deal& deal) noexcept { deal_ = deal; }

  /// Cards of the player; empty if unknown.
  std::span<const Card> hole(int player) const noexcept;
  /// Cards on the table: those of all rounds up to the current one. Unknown ones are kNoCard.
  std::span<const Card> board() const noexcept;
  PublicState public_state() const noexcept { return {betting_, actions_, board()}; }

  /// Requires: `action` is legal.
  void do_action(Action action);
  /// Undoes the last action by replaying the hand; searches copy a Betting instead. Requires: there
  /// is one.
  void undo_action() noexcept;

  /// True if payoffs() is defined: the hand is finished and, at a showdown, all its cards are
  /// known.
  bool decided() const noexcept;
  /// Returns what each player won or lost. Each pot, also a side pot, goes to the best hand among
  /// the players that paid into it. Ties share equally, in fractions of a chip, as in the official
  /// log. Requires: decided().
  Payoffs payoffs() const noexcept;

  friend bool operator==(const Hand& a, const Hand& b) noexcept {
    return a.id_ == b.id_ && a.betting_ == b.betting_ && a.actions_ == b.actions_ &&
           a.deal_ == b.deal_;
  }

 private:
  /// Strength for the pots: the higher one wins. 0 after a fold; all others are above 0.
  std::uint32_t strength(int player) const noexcept;

  std::uint32_t id_;
  Betting betting_;
  Deal deal_;
  std::vector<PlayedAction> actions_;
};

}  // namespace trivium::poker
