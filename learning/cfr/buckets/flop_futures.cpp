#include "learning/cfr/buckets/flop_futures.h"

#include <algorithm>

namespace trivium::learning::cfr {

using poker::Card;

FlopFutures::FlopFutures(std::span<const Card> flop, const RoundTable& turn,
                         const NextBuckets& buckets)
    : turn_(turn), buckets_(buckets), counts_(buckets.size()) {
  std::array<Card, 4> board{};
  std::ranges::copy(flop, board.begin());
  for (Card card = 0; card < poker::kCards; ++card) {
    if (std::ranges::find(flop, card) != flop.end()) continue;
    board[3] = card;
    turns_.emplace_back(card, turn.row(board));
  }
}

Future FlopFutures::of(Card a, Card b) {
  std::ranges::fill(counts_, 0);
  for (const auto& [card, row] : turns_) {
    if (card != a && card != b) ++counts_[turn_.bucket(row, a, b)];
  }
  return buckets_.future(counts_);
}

}  // namespace trivium::learning::cfr
