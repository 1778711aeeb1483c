// Deck of a heads-up game: random deals, showdowns and the list of holdings. All card sources
// (card_source.h) use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand_rank.h"
#include "learning/cfr/card_source.h"

namespace trivium::learning::cfr {

/// The cards of one heads-up hand.
struct DealtCards {
  /// Cards of each player; the second is kNoCard in games with one hole card.
  std::array<std::array<poker::Card, 2>, 2> hole{};
  /// Only the first Deck::board_cards() elements are used.
  std::array<poker::Card, poker::kMaxBoardCards> board{};
};

/// Deck of a heads-up game with one or two hole cards.
class Deck {
 public:
  /// Throws std::invalid_argument for other games.
  explicit Deck(const poker::GameDefinition& game);

  /// Returns the number of cards on a full board.
  std::size_t board_cards() const noexcept { return board_cards_; }

  /// Returns random cards for both players and the board.
  DealtCards deal(Rng& rng) const noexcept;
  /// Returns a random full board; only the first board_cards() elements are used.
  std::array<poker::Card, poker::kMaxBoardCards> deal_board(Rng& rng) const noexcept;
  /// Returns a full board: the cards of `board`, then any cards of the deck that are neither on it
  /// nor in `taken`.
  std::array<poker::Card, poker::kMaxBoardCards> completed(std::span<const poker::Card> board,
                                                           poker::CardSet taken) const noexcept;

  /// Returns the rank of a hand on a full board; the higher one wins.
  poker::HandRank strength(const std::array<poker::Card, 2>& hole,
                           poker::CardSum board) const noexcept;
  /// Returns 1 if player 0 wins, -1 if player 1 wins, 0 for a tie.
  int winner(const DealtCards& cards) const noexcept;
  /// Sets the cards and strengths in `out` to those of all holdings that share no card with
  /// `board`, a full board, in a fixed order.
  void list_holdings(std::span<const poker::Card> board, DealtBoard& out) const;

 private:
  /// Sets the first `count` elements of `out` to distinct random cards.
  template <std::size_t kSize>
  void draw(Rng& rng, std::array<poker::Card, kSize>& out, std::size_t count) const noexcept;

  std::array<poker::Card, poker::kCards> cards_{};
  std::uint32_t size_ = 0;
  int hole_cards_;
  std::size_t board_cards_;
};

/// Base class of the sources. `Source` has on_board(full board), which returns a function of a
/// round and the hole cards of a player: their bucket. The function may refer to the board. A
/// bucket does not depend on the board cards of later rounds.
template <class Source>
class DeckSource : public CardSource {
 public:
  int rounds() const final { return rounds_; }

  DealtHand deal(Rng& rng) const final {
    const DealtCards cards = deck_.deal(rng);
    const auto bucket_of = static_cast<const Source&>(*this).on_board(cards.board);
    DealtHand hand;
    hand.winner = deck_.winner(cards);
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < rounds_; ++round) {
        hand.bucket[player][static_cast<std::size_t>(round)] = bucket_of(round, cards.hole[player]);
      }
    }
    return hand;
  }

  void deal_board(Rng& rng, DealtBoard& out) const final {
    const auto board = deck_.deal_board(rng);
    deck_.list_holdings(std::span(board).first(deck_.board_cards()), out);
    const auto bucket_of = static_cast<const Source&>(*this).on_board(board);
    for (int round = 0; round < rounds_; ++round) {
      std::vector<std::uint16_t>& buckets = out.bucket[static_cast<std::size_t>(round)];
      buckets.clear();
      for (const auto& hole : out.cards)
        buckets.push_back(static_cast<std::uint16_t>(bucket_of(round, hole)));
    }
  }

  Bucket bucket(int round, const poker::Holding& holding,
                std::span<const poker::Card> board) const final {
    const auto full_board = deck_.completed(board, poker::cards_of(holding));
    return static_cast<const Source&>(*this).on_board(full_board)(round, {holding[0], holding[1]});
  }

 protected:
  explicit DeckSource(const poker::GameDefinition& game) : rounds_(game.rounds), deck_(game) {}

 private:
  int rounds_;
  Deck deck_;
};

}  // namespace trivium::learning::cfr
