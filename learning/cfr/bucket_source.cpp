#include <stdexcept>
#include <utility>

#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/deck.h"

namespace trivium::learning::cfr {

namespace {

class BucketSource final : public CardSource {
 public:
  BucketSource(const poker::GameDefinition& game, std::shared_ptr<const BucketTables> tables,
               std::string identity)
      : deck_(game), tables_(std::move(tables)), identity_(std::move(identity)) {
    if (!poker::is_holdem(game))
      throw std::invalid_argument("these buckets are for heads-up hold'em");
  }

  std::string identity() const override { return identity_; }
  int rounds() const override { return kRounds; }
  Bucket buckets(int round) const override { return static_cast<Bucket>(tables_->count(round)); }

  DealtHand deal(Rng& rng) const override {
    const DealtCards cards = deck_.deal(rng);
    const BucketDeal board = tables_->deal(std::span(cards.board).first(kBoardCards));
    DealtHand hand;
    hand.winner = deck_.winner(cards);
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < kRounds; ++round) {
        hand.bucket[player][static_cast<std::size_t>(round)] =
            board.bucket(round, cards.hole[player][0], cards.hole[player][1]);
      }
    }
    return hand;
  }

  void deal_board(Rng& rng, DealtBoard& out) const override {
    const auto cards = deck_.deal_board(rng);
    const std::span<const poker::Card> board = std::span(cards).first(kBoardCards);
    deck_.list_holdings(board, out);
    const BucketDeal deal = tables_->deal(board);
    for (int round = 0; round < kRounds; ++round) {
      std::vector<std::uint16_t>& buckets = out.bucket[static_cast<std::size_t>(round)];
      buckets.clear();
      for (const auto& holding : out.cards)
        buckets.push_back(deal.bucket(round, holding[0], holding[1]));
    }
  }

  /// A bucket does not depend on the board cards of later rounds, so any free cards replace them.
  Bucket bucket(int round, const poker::Holding& holding,
                std::span<const poker::Card> board) const override {
    std::array<poker::Card, kBoardCards> whole{};
    poker::CardSet taken;
    taken.insert(holding[0]);
    taken.insert(holding[1]);
    std::size_t known = 0;
    for (const poker::Card card : board) {
      taken.insert(card);
      whole[known++] = card;
    }
    for (poker::Card card = 0; known < kBoardCards; ++card) {
      if (taken.insert(card)) whole[known++] = card;
    }
    return tables_->deal(whole).bucket(round, holding[0], holding[1]);
  }

 private:
  static constexpr int kRounds = poker::kHoldemRounds;
  static constexpr std::size_t kBoardCards = poker::kMaxBoard;

  Deck deck_;
  std::shared_ptr<const BucketTables> tables_;
  std::string identity_;
};

}  // namespace

std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game,
                                          std::shared_ptr<const BucketTables> tables,
                                          std::string identity) {
  return std::make_unique<BucketSource>(game, std::move(tables), std::move(identity));
}

}  // namespace trivium::learning::cfr
