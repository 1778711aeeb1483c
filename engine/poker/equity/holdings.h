// Holdings: the own cards of a player, and a table that numbers all holdings of a game. Ranges and
// strengths are arrays over these numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// A player's own cards; kNoCard beyond the game's number of hole cards. Policies ignore the order.
using Holding = std::array<Card, kMaxHoleCards>;

/// Returns the player's cards in a hand; all kNoCard if unknown.
Holding holding_of(const Hand& hand, int player) noexcept;

/// Immutable, thread-safe.
class HoldingTable {
 public:
  /// Has 1,326 entries for hold'em, 22,100 for three cards of a full deck.
  explicit HoldingTable(const GameDefinition& game);

  std::size_t size() const noexcept { return holdings_.size(); }
  int cards() const noexcept { return cards_; }
  const Holding& operator[](std::size_t number) const noexcept { return holdings_[number]; }
  /// Returns the cards of a holding, as CardSet::bits().
  std::uint64_t mask(std::size_t number) const noexcept { return masks_[number]; }
  /// Returns the number of a holding of this game; its cards may be in any order.
  std::size_t number(const Holding& holding) const noexcept;

 private:
  int cards_;
  std::array<std::uint8_t, kCards> place_{};  ///< index of a card in the game's deck
  std::vector<Holding> holdings_;
  std::vector<std::uint64_t> masks_;
};

/// Returns the cards of a holding.
CardSet cards_of(const Holding& holding) noexcept;

/// Returns one representative of all holdings that differ only in the names of suits; they are
/// equally good before the flop. It uses the highest suits, so it is a holding of the same game.
Holding suits_renamed(const Holding& holding) noexcept;

}  // namespace trivium::poker
