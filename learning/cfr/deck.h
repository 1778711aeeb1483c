// Fair cards and showdowns for the card sources.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/core/rng.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand_rank.h"
#include "learning/cfr/card_source.h"

namespace trivium::learning::cfr {

/// The cards of one heads-up hand.
struct DealtCards {
  std::array<std::array<poker::Card, 2>, 2>
      hole{};  ///< by player; the second is kNoCard where there is one
  std::array<poker::Card, poker::kMaxBoardCards> board{};
};

/// Deck of a heads-up game with one or two hole cards.
class Deck {
 public:
  /// Throws std::invalid_argument for other games.
  explicit Deck(const poker::GameDefinition& game);

  int hole_cards() const noexcept { return hole_cards_; }
  std::size_t board_cards() const noexcept { return board_cards_; }
  std::span<const poker::Card> cards() const noexcept { return std::span(cards_).first(size_); }

  DealtCards deal(Rng& rng) const noexcept;
  std::array<poker::Card, poker::kMaxBoardCards> deal_board(Rng& rng) const noexcept;

  poker::HandRank strength(const std::array<poker::Card, 2>& hole,
                           poker::CardSum board) const noexcept;
  /// Returns 1 if player 0 wins, -1 if player 1 wins, 0 for a tie.
  int winner(const DealtCards& cards) const noexcept;
  /// Sets cards and strengths of all holdings possible on `board`, in a fixed order.
  void list_holdings(std::span<const poker::Card> board, DealtBoard& out) const;

 private:
  template <std::size_t kSize>
  void draw(Rng& rng, std::array<poker::Card, kSize>& out, std::size_t count) const noexcept;

  std::array<poker::Card, poker::kCards> cards_{};
  std::uint32_t size_ = 0;
  int hole_cards_;
  std::size_t board_cards_;
};

}  // namespace trivium::learning::cfr
