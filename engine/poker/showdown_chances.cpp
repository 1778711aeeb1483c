#include "engine/poker/showdown_chances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>

namespace trivium::poker {

namespace {

// Up to so many holdings are compared one by one; from there on sorting is quicker.
constexpr std::size_t kFewHoldings = 8;
constexpr std::size_t kFewestRunOuts = 64;

/// `beaten_twice` / (2 * all) in fixed point; one half of nothing.
std::uint32_t fraction(std::uint64_t beaten_twice, std::uint64_t all) noexcept {
  return all == 0 ? kCertain / 2 : static_cast<std::uint32_t>(beaten_twice * (kCertain / 2) / all);
}

std::uint32_t product(std::uint32_t a, std::uint32_t b) noexcept { return static_cast<std::uint32_t>(std::uint64_t{a} * b / kCertain); }

/// `chance` to the power of the number of players.
std::uint32_t power(std::uint32_t chance, int players) noexcept {
  std::uint32_t result = kCertain;
  for (int k = 0; k < players; ++k) result = product(result, chance);
  return result;
}

std::uint64_t mask_of(std::span<const Card> cards) noexcept {
  std::uint64_t mask = 0;
  for (const Card card : cards) mask |= std::uint64_t{1} << card;
  return mask;
}

/// Mean of chances over run-outs.
class Mean {
 public:
  void add(std::uint32_t chance) noexcept {
    sum_ += chance;
    ++count_;
  }
  std::uint32_t value() const noexcept { return count_ == 0 ? kCertain / 2 : static_cast<std::uint32_t>(sum_ / count_); }

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t count_ = 0;
};

/// Weights of holdings, in all and by the cards in them: what is left for an opponent of one who holds some cards himself.
class WeightSum {
 public:
  void add(const Holding& holding, int cards, std::uint32_t weight) noexcept {
    total_ += weight;
    for (int k = 0; k < cards; ++k) by_card_[holding[static_cast<std::size_t>(k)]] += weight;
  }
  /// The weights of the added holdings that share no card with `holding`, which has one or two; `own` is its own weight if it was added.
  std::uint64_t without(const Holding& holding, int cards, std::uint32_t own) const noexcept {
    if (cards == 1) return total_ - by_card_[holding[0]];
    return total_ - by_card_[holding[0]] - by_card_[holding[1]] + own;
  }
  void merge(const WeightSum& other, std::uint64_t used) noexcept {
    total_ += other.total_;
    for (; used != 0; used &= used - 1) {
      const auto card = static_cast<std::size_t>(std::countr_zero(used));
      by_card_[card] += other.by_card_[card];
    }
  }

 private:
  std::uint64_t total_ = 0;
  std::array<std::uint64_t, kCards> by_card_{};
};

/// A holding and what it makes on a run-out.
struct Ranked {
  HandRank rank;
  std::uint32_t number;
};

/// Multiplies `chances`, by number, with the chance of each of `ranked` against a range. `ranked` is sorted, and all of it is possible.
void multiply_chances(std::span<const Ranked> ranked, const HoldingTable& table, const OpponentRange& range,
                      std::vector<std::uint32_t>& chances) {
  const int cards = table.cards();
  WeightSum all;
  for (const Ranked& held : ranked) all.add(table[held.number], cards, range.weights[held.number]);
  WeightSum below;
  for (auto first = ranked.begin(); first != ranked.end();) {
    const auto last = std::find_if(first, ranked.end(), [&](const Ranked& held) { return held.rank != first->rank; });
    WeightSum level;
    std::uint64_t used = 0;
    for (auto held = first; held != last; ++held) {
      level.add(table[held->number], cards, range.weights[held->number]);
      used |= table.mask(held->number);
    }
    for (auto held = first; held != last; ++held) {
      const Holding& holding = table[held->number];
      const std::uint32_t own = range.weights[held->number];
      const std::uint64_t beaten_twice = 2 * below.without(holding, cards, 0) + level.without(holding, cards, own);
      const std::uint32_t chance = fraction(beaten_twice, all.without(holding, cards, own));
      chances[held->number] = product(chances[held->number], power(chance, range.players));
    }
    below.merge(level, used);
    first = last;
  }
}

/// What the opponents of one holding may hold on a run-out, and what each of it makes.
struct Candidates {
  std::vector<std::uint32_t> numbers;
  std::vector<CardSum> sums;
  std::vector<HandRank> ranks;
};

std::uint32_t chance_against(HandRank rank, const Candidates& candidates, const OpponentRange& range) {
  std::uint64_t beaten_twice = 0;
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < candidates.numbers.size(); ++k) {
    const std::uint64_t weight = range.weights[candidates.numbers[k]];
    all += weight;
    beaten_twice += weight * ((candidates.ranks[k] < rank ? 1U : 0U) + (candidates.ranks[k] <= rank ? 1U : 0U));
  }
  return power(fraction(beaten_twice, all), range.players);
}

}  // namespace

ShowdownChances::ShowdownChances(const GameDefinition& game)
    : table_(game), deck_(game.deck()), board_cards_(game.board_cards_through(game.rounds - 1)), sums_(table_.size()) {
  for (std::size_t number = 0; number < table_.size(); ++number) {
    sums_[number] = CardSum(std::span(table_[number]).first(static_cast<std::size_t>(table_.cards())));
  }
}

void ShowdownChances::chances(std::span<const Card> board, std::span<const OpponentRange> opponents, std::span<const Holding> holdings,
                              std::span<std::uint32_t> out) const {
  const std::uint64_t dead = mask_of(board);
  const std::size_t missing = static_cast<std::size_t>(board_cards_) - board.size();
  const std::size_t most = std::max(kFewestRunOuts, kMaxComparisons / table_.size());
  const std::vector<RunOut> ways = run_outs(deck_, board, missing, most);
  if (holdings.size() <= kFewHoldings || table_.cards() > 2) {
    for (std::size_t k = 0; k < holdings.size(); ++k) out[k] = compare_one(table_.number(holdings[k]), dead, ways, opponents);
    return;
  }
  const std::vector<std::uint32_t> all = compare_all(dead, ways, opponents);
  for (std::size_t k = 0; k < holdings.size(); ++k) out[k] = all[table_.number(holdings[k])];
}

std::vector<HandRank> ShowdownChances::ranks(std::span<const Card> board) const {
  const std::uint64_t dead = mask_of(board);
  const CardSum on_table(board);
  std::vector<HandRank> ranks(table_.size());
  for (std::size_t number = 0; number < table_.size(); ++number) {
    if ((table_.mask(number) & dead) == 0) ranks[number] = rank_hand(sums_[number] + on_table);
  }
  return ranks;
}

std::uint32_t ShowdownChances::compare_one(std::size_t number, std::uint64_t dead, std::span<const RunOut> ways,
                                           std::span<const OpponentRange> opponents) const {
  const std::uint64_t own = table_.mask(number);
  std::vector<std::uint32_t> possible;
  for (std::uint32_t other = 0; other < table_.size(); ++other) {
    if ((table_.mask(other) & (dead | own)) == 0) possible.push_back(other);
  }
  Candidates candidates;
  Mean mean;
  for (const RunOut& way : ways) {
    if ((way.mask & own) != 0) continue;
    candidates.numbers.clear();
    candidates.sums.clear();
    for (const std::uint32_t other : possible) {
      if ((table_.mask(other) & way.mask) != 0) continue;
      candidates.numbers.push_back(other);
      candidates.sums.push_back(sums_[other] + way.sum);
    }
    candidates.ranks.resize(candidates.sums.size());
    rank_hands(candidates.sums, candidates.ranks);
    const HandRank rank = rank_hand(sums_[number] + way.sum);
    std::uint32_t chance = kCertain;
    for (const OpponentRange& range : opponents) chance = product(chance, chance_against(rank, candidates, range));
    mean.add(chance);
  }
  return mean.value();
}

std::vector<std::uint32_t> ShowdownChances::compare_all(std::uint64_t dead, std::span<const RunOut> ways,
                                                        std::span<const OpponentRange> opponents) const {
  std::vector<Mean> means(table_.size());
  std::vector<Ranked> ranked;
  std::vector<std::uint32_t> chances(table_.size());
  for (const RunOut& way : ways) {
    ranked.clear();
    for (std::uint32_t number = 0; number < table_.size(); ++number) {
      if ((table_.mask(number) & (dead | way.mask)) == 0) ranked.push_back({rank_hand(sums_[number] + way.sum), number});
    }
    std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    std::fill(chances.begin(), chances.end(), kCertain);
    for (const OpponentRange& range : opponents) multiply_chances(ranked, table_, range, chances);
    for (const Ranked& held : ranked) means[held.number].add(chances[held.number]);
  }
  std::vector<std::uint32_t> result(table_.size());
  std::transform(means.begin(), means.end(), result.begin(), [](const Mean& mean) { return mean.value(); });
  return result;
}

}  // namespace trivium::poker
