#include "learning/cfr/card_source.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "learning/cfr/bucket_tables.h"
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

  Bucket bucket(int, const poker::Holding&, std::span<const poker::Card>) const override { return 0; }

 private:
  int rounds_;
  Deck deck_;
};

class RankSource final : public CardSource {
 public:
  explicit RankSource(const poker::GameDefinition& game) : game_(game), deck_(game) {
    if (game.hole_cards != 1 || deck_.board_cards() > 3) {
      throw std::invalid_argument("buckets by rank are for games of one hole card and at most four cards in a hand");
    }
  }

  std::string identity() const override { return "ranks"; }
  int rounds() const override { return game_.rounds; }

  Bucket buckets(int round) const override {
    Bucket count = static_cast<Bucket>(game_.ranks);
    for (int i = 0; i < game_.board_cards_through(round); ++i) count *= static_cast<Bucket>(game_.ranks);
    return count;
  }

  DealtHand deal(Rng& rng) const override {
    const DealtCards cards = deck_.deal(rng);
    DealtHand hand;
    hand.winner = deck_.winner(cards);
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < game_.rounds; ++round) {
        hand.bucket[player][static_cast<std::size_t>(round)] = number(round, cards.hole[player][0], cards.board);
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
      for (const auto& cards : out.cards) buckets.push_back(static_cast<std::uint16_t>(number(round, cards[0], board)));
    }
  }

  Bucket bucket(int round, const poker::Holding& holding, std::span<const poker::Card> board) const override {
    return number(round, holding[0], board);
  }

 private:
  Bucket place(poker::Card card) const noexcept { return static_cast<Bucket>(poker::rank_of(card) - (poker::kRanks - game_.ranks)); }

  Bucket number(int round, poker::Card own, std::span<const poker::Card> board) const noexcept {
    Bucket number = place(own);
    for (int i = 0; i < game_.board_cards_through(round); ++i) {
      number = number * static_cast<Bucket>(game_.ranks) + place(board[static_cast<std::size_t>(i)]);
    }
    return number;
  }

  poker::GameDefinition game_;
  Deck deck_;
};

class BucketSource final : public CardSource {
 public:
  BucketSource(const poker::GameDefinition& game, std::shared_ptr<const BucketTables> tables, std::string identity)
      : deck_(game), tables_(std::move(tables)), identity_(std::move(identity)) {
    if (game.rounds != poker::kHoldemRounds || game.hole_cards != 2 || deck_.board_cards() != poker::kMaxBoard ||
        deck_.cards().size() != poker::kCards) {
      throw std::invalid_argument("buckets of hold'em are for hold'em");
    }
  }

  std::string identity() const override { return identity_; }
  int rounds() const override { return poker::kHoldemRounds; }
  Bucket buckets(int round) const override { return static_cast<Bucket>(tables_->count(round)); }

  DealtHand deal(Rng& rng) const override {
    const DealtCards cards = deck_.deal(rng);
    DealtHand hand;
    hand.winner = deck_.winner(cards);
    const BucketDeal deal = tables_->deal(std::span(cards.board).first(poker::kMaxBoard));
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < poker::kHoldemRounds; ++round) {
        hand.bucket[player][static_cast<std::size_t>(round)] = deal.bucket(round, cards.hole[player][0], cards.hole[player][1]);
      }
    }
    return hand;
  }

  void deal_board(Rng& rng, DealtBoard& out) const override {
    const auto board = deck_.deal_board(rng);
    const std::span<const poker::Card> known = std::span(board).first(poker::kMaxBoard);
    deck_.list_holdings(known, out);
    const BucketDeal deal = tables_->deal(known);
    for (int round = 0; round < poker::kHoldemRounds; ++round) {
      std::vector<std::uint16_t>& buckets = out.bucket[static_cast<std::size_t>(round)];
      buckets.clear();
      for (const auto& cards : out.cards) buckets.push_back(deal.bucket(round, cards[0], cards[1]));
    }
  }

  Bucket bucket(int round, const poker::Holding& holding, std::span<const poker::Card> board) const override {
    return tables_->deal(completed(holding, board)).bucket(round, holding[0], holding[1]);
  }

 private:
  /// A board of five that begins with `board`, by cards that nobody has.
  std::array<poker::Card, poker::kMaxBoard> completed(const poker::Holding& holding, std::span<const poker::Card> board) const {
    std::array<poker::Card, poker::kMaxBoard> whole{};
    std::ranges::copy(board, whole.begin());
    std::size_t known = board.size();
    for (const poker::Card card : deck_.cards()) {
      if (known == whole.size()) break;
      if (card == holding[0] || card == holding[1] || std::ranges::find(board, card) != board.end()) continue;
      whole[known++] = card;
    }
    return whole;
  }

  Deck deck_;
  std::shared_ptr<const BucketTables> tables_;
  std::string identity_;
};

}  // namespace

std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game) { return std::make_unique<CardBlindSource>(game); }

std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game) { return std::make_unique<RankSource>(game); }

std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game, std::shared_ptr<const BucketTables> tables,
                                          std::string identity) {
  return std::make_unique<BucketSource>(game, std::move(tables), std::move(identity));
}

}  // namespace trivium::learning::cfr
