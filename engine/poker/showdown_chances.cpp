#include "engine/poker/showdown_chances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace trivium::poker {

namespace {

// Up to so many holdings are compared one by one; from there on sorting is quicker.
constexpr std::size_t kFewHoldings = 8;
constexpr std::size_t kFewestRunOuts = 64;

/// How one holding fares on one run-out, against some opponents: fixed-point numbers.
struct Outcome {
  std::uint32_t chance = kCertain;    ///< to beat all of them
  std::uint32_t presence = kCertain;  ///< the part of what they may hold at all that they may hold now

  /// Opponents come in who hold `all` of the weight of their range `total`, of which `beaten_twice` / 2 is beaten.
  void meet(std::uint64_t beaten_twice, std::uint64_t all, std::uint64_t total, int players) noexcept {
    if (all == 0) {
      presence = 0;
      return;
    }
    const auto one_chance = static_cast<std::uint32_t>(beaten_twice * (kCertain / 2) / all);
    const auto one_presence = static_cast<std::uint32_t>(all * kCertain / total);
    for (int k = 0; k < players; ++k) {
      chance = product(chance, one_chance);
      presence = product(presence, one_presence);
    }
  }

  static std::uint32_t product(std::uint32_t a, std::uint32_t b) noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{a} * b / kCertain);
  }
};

/// The chance over many run-outs, each as likely as the opponents' holdings leave it.
class Mean {
 public:
  void add(Outcome outcome) noexcept {
    sum_ += std::uint64_t{outcome.chance} * outcome.presence;
    weight_ += outcome.presence;
  }
  std::uint32_t value() const noexcept { return weight_ == 0 ? kCertain / 2 : static_cast<std::uint32_t>(sum_ / weight_); }

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t weight_ = 0;
};

std::uint64_t mask_of(std::span<const Card> cards) noexcept {
  std::uint64_t mask = 0;
  for (const Card card : cards) mask |= std::uint64_t{1} << card;
  return mask;
}

std::uint64_t total_of(const OpponentRange& range) noexcept {
  return std::accumulate(range.weights.begin(), range.weights.end(), std::uint64_t{0});
}

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

/// Lets each of `ranked`, which is sorted, meet opponents of a range. `outcomes` are by number.
void meet_range(std::span<const Ranked> ranked, const HoldingTable& table, const OpponentRange& range, std::vector<Outcome>& outcomes) {
  const int cards = table.cards();
  const std::uint64_t total = total_of(range);
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
      outcomes[held->number].meet(beaten_twice, all.without(holding, cards, own), total, range.players);
    }
    below.merge(level, used);
    first = last;
  }
}

/// What the opponents of one holding may hold on a run-out, and what each of it makes.
struct Candidates {
  explicit Candidates(std::size_t most) : numbers(most), sums(most), ranks(most) {}

  std::size_t count = 0;
  std::vector<std::uint32_t> numbers;
  std::vector<CardSum> sums;
  std::vector<HandRank> ranks;
};

void meet_range(HandRank rank, const Candidates& candidates, const OpponentRange& range, Outcome& outcome) {
  std::uint64_t beaten_twice = 0;
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < candidates.count; ++k) {
    const std::uint64_t weight = range.weights[candidates.numbers[k]];
    all += weight;
    beaten_twice += weight * ((candidates.ranks[k] < rank ? 1U : 0U) + (candidates.ranks[k] <= rank ? 1U : 0U));
  }
  outcome.meet(beaten_twice, all, total_of(range), range.players);
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
  Candidates candidates(possible.size());
  Mean mean;
  for (const RunOut& way : ways) {
    if ((way.mask & own) != 0) continue;
    candidates.count = 0;
    for (const std::uint32_t other : possible) {
      // Written in any case and kept where it is possible: a branch would be guessed wrong too often.
      candidates.numbers[candidates.count] = other;
      candidates.sums[candidates.count] = sums_[other] + way.sum;
      candidates.count += (table_.mask(other) & way.mask) == 0 ? 1 : 0;
    }
    rank_hands(std::span(candidates.sums).first(candidates.count), candidates.ranks);
    const HandRank rank = rank_hand(sums_[number] + way.sum);
    Outcome outcome;
    for (const OpponentRange& range : opponents) meet_range(rank, candidates, range, outcome);
    mean.add(outcome);
  }
  return mean.value();
}

std::vector<std::uint32_t> ShowdownChances::compare_all(std::uint64_t dead, std::span<const RunOut> ways,
                                                        std::span<const OpponentRange> opponents) const {
  std::vector<Mean> means(table_.size());
  std::vector<Ranked> ranked;
  std::vector<Outcome> outcomes;
  for (const RunOut& way : ways) {
    ranked.clear();
    for (std::uint32_t number = 0; number < table_.size(); ++number) {
      if ((table_.mask(number) & (dead | way.mask)) == 0) ranked.push_back({rank_hand(sums_[number] + way.sum), number});
    }
    std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    outcomes.assign(table_.size(), Outcome());
    for (const OpponentRange& range : opponents) meet_range(ranked, table_, range, outcomes);
    for (const Ranked& held : ranked) means[held.number].add(outcomes[held.number]);
  }
  std::vector<std::uint32_t> result(table_.size());
  std::transform(means.begin(), means.end(), result.begin(), [](const Mean& mean) { return mean.value(); });
  return result;
}

}  // namespace trivium::poker
