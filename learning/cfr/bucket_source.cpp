#include <stdexcept>
#include <utility>

#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/deck.h"

namespace trivium::learning::cfr {

namespace {

class BucketSource final : public DeckSource<BucketSource> {
 public:
  BucketSource(const poker::GameDefinition& game, std::shared_ptr<const BucketTables> tables,
               std::string identity)
      : DeckSource(game), tables_(std::move(tables)), identity_(std::move(identity)) {
    if (!poker::is_holdem(game))
      throw std::invalid_argument("these buckets are for heads-up hold'em");
  }

  std::string identity() const override { return identity_; }
  Bucket buckets(int round) const override { return static_cast<Bucket>(tables_->count(round)); }

  auto on_board(std::span<const poker::Card> board) const {
    return [deal = tables_->deal(board.first(kBoardCards))](
               int round, const std::array<poker::Card, 2>& hole) {
      return deal.bucket(round, hole[0], hole[1]);
    };
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
  static constexpr std::size_t kBoardCards = poker::kMaxBoard;

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
