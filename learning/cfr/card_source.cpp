#include "learning/cfr/card_source.h"

#include <stdexcept>

#include "learning/cfr/deck.h"

namespace trivium::learning::cfr {

namespace {

class CardBlindSource final : public CardSource {
 public:
  explicit CardBlindSource(const poker::GameDefinition& game) : rounds_(game.rounds), deck_(game) {}

  std::string identity() const override { return "blind"; }
  int rounds() const override { return rounds_; }
  Bucket buckets(int) const override { return 1; }

  DealtHand deal(Rng& rng) const override {
    DealtHand hand;
    hand.winner = deck_.winner(deck_.deal(rng));
    return hand;
  }

  void deal_board(Rng& rng, DealtBoard& out) const override {
    const auto board = deck_.deal_board(rng);
    deck_.list_holdings(std::span(board).first(deck_.board_cards()), out);
    for (auto& buckets : out.bucket) buckets.assign(out.cards.size(), 0);
  }

  Bucket bucket(int, const poker::Holding&, std::span<const poker::Card>) const override {
    return 0;
  }

 private:
  int rounds_;
  Deck deck_;
};

class RankSource final : public CardSource {
 public:
  explicit RankSource(const poker::GameDefinition& game) : game_(game), deck_(game) {
    if (game.hole_cards != 1 || deck_.board_cards() > 3) {
      throw std::invalid_argument(
          "buckets by rank are for games of one hole card and at most four cards in a hand");
    }
  }

  std::string identity() const override { return "ranks"; }
  int rounds() const override { return game_.rounds; }

  Bucket buckets(int round) const override {
    Bucket count = static_cast<Bucket>(game_.ranks);
    for (int i = 0; i < game_.board_cards_through(round); ++i)
      count *= static_cast<Bucket>(game_.ranks);
    return count;
  }

  DealtHand deal(Rng& rng) const override {
    const DealtCards cards = deck_.deal(rng);
    DealtHand hand;
    hand.winner = deck_.winner(cards);
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < game_.rounds; ++round) {
        hand.bucket[player][static_cast<std::size_t>(round)] =
            number(round, cards.hole[player][0], cards.board);
      }
    }
    return hand;
  }

  void deal_board(Rng& rng, DealtBoard& out) const override {
    const auto board = deck_.deal_board(rng);
    deck_.list_holdings(std::span(board).first(deck_.board_cards()), out);
    for (int round = 0; round < game_.rounds; ++round) {
      std::vector<std::uint16_t>& buckets = out.bucket[static_cast<std::size_t>(round)];
      buckets.clear();
      for (const auto& cards : out.cards)
        buckets.push_back(static_cast<std::uint16_t>(number(round, cards[0], board)));
    }
  }

  Bucket bucket(int round, const poker::Holding& holding,
                std::span<const poker::Card> board) const override {
    return number(round, holding[0], board);
  }

 private:
  Bucket place(poker::Card card) const noexcept {
    return static_cast<Bucket>(poker::rank_of(card) - (poker::kRanks - game_.ranks));
  }

  Bucket number(int round, poker::Card own, std::span<const poker::Card> board) const noexcept {
    Bucket number = place(own);
    for (int i = 0; i < game_.board_cards_through(round); ++i) {
      number =
          number * static_cast<Bucket>(game_.ranks) + place(board[static_cast<std::size_t>(i)]);
    }
    return number;
  }

  poker::GameDefinition game_;
  Deck deck_;
};

}  // namespace

std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game) {
  return std::make_unique<CardBlindSource>(game);
}

std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game) {
  return std::make_unique<RankSource>(game);
}

}  // namespace trivium::learning::cfr
