#include "learning/cfr/card_source.h"

#include <stdexcept>
#include <utility>

#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/deck.h"

namespace trivium::learning::cfr {

namespace {

using Board = std::array<poker::Card, poker::kMaxBoardCards>;
using HoleCards = std::array<poker::Card, 2>;

class CardBlindSource final : public DeckSource<CardBlindSource> {
 public:
  explicit CardBlindSource(const poker::GameDefinition& game) : DeckSource(game) {}

  std::string identity() const override { return "blind"; }
  Bucket buckets(int) const override { return 1; }
  static auto on_board(const Board&) {
    return [](int, const HoleCards&) { return Bucket{0}; };
  }
};

class RankSource final : public DeckSource<RankSource> {
 public:
  explicit RankSource(const poker::GameDefinition& game) : DeckSource(game), game_(game) {
    if (game.hole_cards != 1 || game.all_board_cards() > 3) {
      throw std::invalid_argument(
          "buckets by rank are for games of one hole card and at most four cards in a hand");
    }
  }

  std::string identity() const override { return "ranks"; }

  Bucket buckets(int round) const override {
    Bucket count = static_cast<Bucket>(game_.ranks);
    for (int i = 0; i < game_.board_cards_through(round); ++i)
      count *= static_cast<Bucket>(game_.ranks);
    return count;
  }

  auto on_board(const Board& board) const {
    return [this, &board](int round, const HoleCards& hole) {
      Bucket number = place(hole[0]);
      for (int i = 0; i < game_.board_cards_through(round); ++i) {
        number =
            number * static_cast<Bucket>(game_.ranks) + place(board[static_cast<std::size_t>(i)]);
      }
      return number;
    };
  }

 private:
  Bucket place(poker::Card card) const noexcept {
    return static_cast<Bucket>(poker::rank_of(card) - (poker::kRanks - game_.ranks));
  }

  poker::GameDefinition game_;
};

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
    return [deal = tables_->deal(board.first(poker::kMaxBoard))](int round, const HoleCards& hole) {
      return deal.bucket(round, hole[0], hole[1]);
    };
  }

 private:
  std::shared_ptr<const BucketTables> tables_;
  std::string identity_;
};

}  // namespace

std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game) {
  return std::make_unique<CardBlindSource>(game);
}

std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game) {
  return std::make_unique<RankSource>(game);
}

std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game,
                                          std::shared_ptr<const BucketTables> tables,
                                          std::string identity) {
  return std::make_unique<BucketSource>(game, std::move(tables), std::move(identity));
}

}  // namespace trivium::learning::cfr
