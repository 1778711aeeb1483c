#include "learning/poker_measure/showdown/showdown_balance.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "learning/harness/shards.h"

namespace trivium::learning::poker_measure {

using poker::CardSum;
using poker::HandRank;
using poker::RankedHolding;
using poker::RunOut;

namespace {

/// Sums of weights, in total and by card. The extra entry belongs to kNoCard, the second card of a
/// one-card holding.
struct WeightSum {
  double total = 0;
  std::array<double, poker::kCards + 1> by_card{};
};

/// Adds the balances of all holdings in `ranked`, weakest first. With B the weight below a level of
/// equal ranks, E the weight up to its end and T the total, the balance is B - (T - E) = B + E - T.
/// Weights of holdings that share a card are subtracted in the same way; the weight of the holding
/// itself cancels.
template <bool kTwoCards>
void run_through(std::span<const RankedHolding> ranked, const poker::HoldingTable& table,
                 std::span<const double> weights, std::span<double> balances) {
  const auto add = [&](std::size_t first, std::size_t last, WeightSum& sum) {
    for (std::size_t k = first; k < last; ++k) {
      const poker::Holding& holding = table[ranked[k].number];
      const double weight = weights[ranked[k].number];
      sum.total += weight;
      sum.by_card[holding[0]] += weight;
      if (kTwoCards) sum.by_card[holding[1]] += weight;
    }
  };
  WeightSum all, sum;
  add(0, ranked.size(), all);
  sum.total = -all.total;
  for (std::size_t card = 0; card < all.by_card.size(); ++card)
    sum.by_card[card] = -all.by_card[card];
  // Between levels `sum` is 2 B - T. Adding the weights of a level before its balances are computed
  // makes it B + E - T, and adding them again prepares the next level.
  for (std::size_t first = 0; first < ranked.size();) {
    const std::size_t last = poker::end_of_level(ranked, first);
    add(first, last, sum);
    for (std::size_t k = first; k < last; ++k) {
      const poker::Holding& holding = table[ranked[k].number];
      balances[ranked[k].number] +=
          sum.total - sum.by_card[holding[0]] - (kTwoCards ? sum.by_card[holding[1]] : 0);
    }
    add(first, last, sum);
    first = last;
  }
}

/// Number of cached boards. A value function needs a few hundred run-outs for a flop and its turns.
constexpr std::size_t kRecentOrders = 1024;

/// New suit of each suit.
using Suits = std::array<int, poker::kSuits>;

poker::Holding with_suits(poker::Holding holding, const Suits& suits) noexcept {
  for (poker::Card& card : holding) {
    if (card != poker::kNoCard)
      card = poker::make_card(poker::rank_of(card),
                              suits[static_cast<std::size_t>(poker::suit_of(card))]);
  }
  return holding;
}

/// Returns a permutation of the highest `count` suits that turns `from` into `to`. Requires: there
/// is one.
Suits renaming(const poker::Holding& from, const poker::Holding& to, int count) {
  Suits suits{};
  std::iota(suits.begin(), suits.end(), 0);
  const auto first = suits.begin() + (poker::kSuits - count);
  do {
    if (poker::cards_of(with_suits(from, suits)) == poker::cards_of(to)) return suits;
  } while (std::next_permutation(first, suits.end()));
  return suits;
}

}  // namespace

ShowdownTable::ShowdownTable(const poker::GameDefinition& game)
    : table_(game),
      deck_(game.deck()),
      suits_(game.suits),
      board_cards_(game.all_board_cards()),
      sums_(table_.size()),
      recent_(std::make_shared<poker::BoardCache<RankedHoldings>>(kRecentOrders)) {
  for (std::size_t number = 0; number < table_.size(); ++number) {
    sums_[number] =
        CardSum(std::span(table_[number]).first(static_cast<std::size_t>(table_.cards())));
  }
}

std::vector<RunOut> ShowdownTable::run_outs(std::span<const poker::Card> board,
                                            std::size_t max_boards) const {
  return poker::run_outs(deck_, board, missing(board.size()), max_boards);
}

std::shared_ptr<const RankedHoldings> ShowdownTable::order(const RunOut& way, std::uint64_t known,
                                                           poker::StrengthOrder& sorter) const {
  const std::uint64_t board = known | way.mask;
  return recent_->get(board, [&] {
    const std::span<const RankedHolding> ranked = sorter.sort(table_, sums_, way.sum, board);
    return RankedHoldings(ranked.begin(), ranked.end());
  });
}

void ShowdownTable::add_balances(std::span<const RankedHolding> ranked,
                                 std::span<const double> weights,
                                 std::span<double> balances) const {
  if (table_.cards() == 1) return run_through<false>(ranked, table_, weights, balances);
  return run_through<true>(ranked, table_, weights, balances);
}

std::vector<float> ShowdownTable::balances_of(std::size_t own, std::span<const poker::Card> board,
                                              std::size_t max_boards) const {
  const std::uint64_t dead = table_.mask(own) | poker::bits_of(board);
  poker::CardSet left = deck_;
  for (const poker::Card card : table_[own]) {
    if (card != poker::kNoCard) left.remove(card);
  }
  std::vector<std::uint32_t> possible;
  for (std::uint32_t other = 0; other < table_.size(); ++other) {
    if ((table_.mask(other) & dead) == 0) possible.push_back(other);
  }

  std::vector<std::uint32_t> numbers(possible.size());
  std::vector<CardSum> hands(possible.size());
  std::vector<HandRank> ranks(possible.size());
  std::vector<std::int32_t> sums(table_.size()), counts(table_.size());
  for (const RunOut& way : poker::run_outs(left, board, missing(board.size()), max_boards)) {
    std::size_t count = 0;
    for (const std::uint32_t other : possible) {
      // Branch-free: always writes, but advances only if the holding is compatible. A branch would
      // be mispredicted too often.
      numbers[count] = other;
      hands[count] = sums_[other] + way.sum;
      count += (table_.mask(other) & way.mask) == 0 ? 1 : 0;
    }
    poker::rank_hands(std::span(hands).first(count), ranks);
    const HandRank rank = poker::rank_hand(sums_[own] + way.sum);
    for (std::size_t k = 0; k < count; ++k) {
      sums[numbers[k]] += (rank > ranks[k] ? 1 : 0) - (rank < ranks[k] ? 1 : 0);
      ++counts[numbers[k]];
    }
  }
  std::vector<float> balances(table_.size());
  for (std::size_t number = 0; number < balances.size(); ++number) {
    if (counts[number] > 0)
      balances[number] = static_cast<float>(sums[number]) / static_cast<float>(counts[number]);
  }
  return balances;
}

std::vector<float> ShowdownTable::first_balances(std::size_t max_boards,
                                                 std::size_t threads) const {
  const std::size_t size = table_.size();
  std::vector<std::size_t> leader(size);  // representative of each holding
  std::vector<std::size_t> leaders;
  for (std::size_t number = 0; number < size; ++number) {
    leader[number] = table_.number(poker::suits_renamed(table_[number]));
    if (leader[number] == number) leaders.push_back(number);
  }
  std::vector<float> all(size * size);
  const auto compute = [&](std::size_t shard) {
    const std::vector<float> row = balances_of(leaders[shard], {}, max_boards);
    std::copy(row.begin(), row.end(),
              all.begin() + static_cast<std::ptrdiff_t>(leaders[shard] * size));
  };
  Shards(leaders.size(), threads).run(compute);
  for (std::size_t number = 0; number < size; ++number) {
    if (leader[number] == number) continue;
    const Suits renamed = renaming(table_[number], table_[leader[number]], suits_);
    for (std::size_t other = 0; other < size; ++other) {
      all[number * size + other] =
          all[leader[number] * size + table_.number(with_suits(table_[other], renamed))];
    }
  }
  return all;
}

}  // namespace trivium::learning::poker_measure
