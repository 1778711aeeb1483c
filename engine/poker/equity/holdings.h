// The cards of one player, and all that a player of a game may hold, numbered: ranges and strengths are
// arrays over these numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// A player's own cards; kNoCard past the game's number of hole cards. Order does not matter to a policy.
using Holding = std::array<Card, kMaxHoleCards>;

/// The player's cards in a hand; all kNoCard when they are not known.
Holding holding_of(const Hand& hand, int player) noexcept;

/// Immutable.
class HoldingTable {
 public:
  /// 1,326 entries for hold'em, 22,100 for three cards of a whole deck.
  explicit HoldingTable(const GameDefinition& game);

  std::size_t size() const noexcept { return holdings_.size(); }
  int cards() const noexcept { return cards_; }
  const Holding& operator[](std::size_t number) const noexcept { return holdings_[number]; }
  /// The cards of a holding, as CardSet::bits().
  std::uint64_t mask(std::size_t number) const noexcept { return masks_[number]; }
  /// The number of a holding of this game, its cards in any order.
  std::size_t number(const Holding& holding) const noexcept;

 private:
  int cards_;
  std::array<std::uint8_t, kCards> place_{};  ///< of a card among those of the deck
  std::vector<Holding> holdings_;
  std::vector<std::uint64_t> masks_;
};

/// The cards of a holding.
CardSet cards_of(const Holding& holding) noexcept;

/// Of all holdings that differ only in the naming of suits, always the same one: before the flop they are worth the same. Its suits are the
/// highest, so that it is a holding of the same game.
Holding suits_renamed(const Holding& holding) noexcept;

}  // namespace trivium::poker
