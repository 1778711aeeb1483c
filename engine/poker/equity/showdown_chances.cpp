#include "engine/poker/equity/showdown_chances.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/poker/equity/strength_order.h"

namespace trivium::poker {

namespace {

// Up to this number, holdings are compared one by one; above it, sorting is faster.
constexpr std::size_t kFewHoldings = 8;
constexpr std::size_t kMinRunOuts = 64;

/// Result of one holding on one run-out against some opponents, in fixed-point numbers.
struct Outcome {
  std::uint32_t chance = kCertain;    ///< probability of beating all of them
  std::uint32_t presence = kCertain;  ///< part of their ranges that is possible here

  /// Adds opponents whose possible holdings have the weight `all` out of `total` in their range;
  /// the holding beats `beaten_twice` / 2 of it.
  void add(std::uint64_t beaten_twice, std::uint64_t all, std::uint64_t total,
           int players) noexcept {
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

/// Mean chance over run-outs, weighted by their presence.
class Mean {
 public:
  void add(Outcome outcome) noexcept {
    sum_ += std::uint64_t{outcome.chance} * outcome.presence;
    weight_ += outcome.presence;
  }
  std::uint32_t value() const noexcept {
    return weight_ == 0 ? kCertain / 2 : static_cast<std::uint32_t>(sum_ / weight_);
  }

 private:
  std::uint64_t sum_ = 0;
  std::uint64_t weight_ = 0;
};

std::uint64_t total_of(const OpponentRange& range) noexcept {
  return std::accumulate(range.weights.begin(), range.weights.end(), std::uint64_t{0});
}

/// Sum of the weights of holdings, in total and by card, to subtract holdings with given cards.
template <int kOwn>
class WeightSum {
 public:
  void add(const Holding& holding, std::uint32_t weight) noexcept {
    total_ += weight;
    for (std::size_t k = 0; k < kOwn; ++k) by_card_[holding[k]] += weight;
  }
  /// Returns the weight of the added holdings that share no card with `holding`. `own` is the
  /// weight with which `holding` itself was added.
  std::uint64_t without(const Holding& holding, std::uint32_t own) const noexcept {
    if constexpr (kOwn == 1) return total_ - by_card_[holding[0]];
    return total_ - by_card_[holding[0]] - by_card_[holding[1]] + own;
  }

 private:
  std::uint64_t total_ = 0;
  std::array<std::uint64_t, kCards> by_card_{};
};

/// Weights of an opponent's holdings for each of some ranked holdings on a run-out. Integers below
/// 2^28, stored as doubles because vectors can divide these. The rounding error of a quotient times
/// kCertain is smaller than its distance to the next integer, so rounding down is exact.
struct RangeSums {
  std::vector<double> beaten_twice;
  std::vector<double> all;
};

/// Computes the weights of a range for each of `ranked`, which is sorted.
template <int kOwn>
void add_range(std::span<const RankedHolding> ranked, const HoldingTable& table,
               const OpponentRange& range, RangeSums& range_sums) {
  range_sums.beaten_twice.resize(ranked.size());
  range_sums.all.resize(ranked.size());
  WeightSum<kOwn> below;
  for (std::size_t first = 0; first < ranked.size();) {
    const std::size_t last = end_of_level(ranked, first);
    for (std::size_t k = first; k < last; ++k)
      range_sums.all[k] = static_cast<double>(below.without(table[ranked[k].number], 0));
    for (std::size_t k = first; k < last; ++k)
      below.add(table[ranked[k].number], range.weights[ranked[k].number]);
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t own = range.weights[ranked[k].number];
      range_sums.beaten_twice[k] =
          range_sums.all[k] + static_cast<double>(below.without(table[ranked[k].number], own));
    }
    first = last;
  }
  for (std::size_t k = 0; k < ranked.size(); ++k) {
    range_sums.all[k] = static_cast<double>(
        below.without(table[ranked[k].number], range.weights[ranked[k].number]));
  }
}

void add_range(std::span<const RankedHolding> ranked, const HoldingTable& table,
               const OpponentRange& range, RangeSums& range_sums) {
  return table.cards() == 1 ? add_range<1>(ranked, table, range, range_sums)
                            : add_range<2>(ranked, table, range, range_sums);
}

/// Results of some holdings on a run-out, in their order.
struct Outcomes {
  std::vector<std::uint32_t> chances;
  std::vector<std::uint32_t> presences;

  /// Sets the results against the first range, of one opponent, like Outcome::add().
  void set_first(const RangeSums& range_sums, std::uint64_t total) {
    chances.resize(range_sums.all.size());
    presences.resize(range_sums.all.size());
    const double whole = static_cast<double>(std::max<std::uint64_t>(total, 1));
    for (std::size_t k = 0; k < range_sums.all.size(); ++k) {
      // If nothing is possible, the presence is zero and the chance does not count.
      chances[k] = static_cast<std::uint32_t>(static_cast<std::int32_t>(
          range_sums.beaten_twice[k] * (kCertain / 2) / std::max(range_sums.all[k], 1.0)));
      presences[k] = static_cast<std::uint32_t>(
          static_cast<std::int32_t>(range_sums.all[k] * kCertain / whole));
    }
  }
  void clear(std::size_t count) {
    chances.assign(count, kCertain);
    presences.assign(count, kCertain);
  }
  void add(const RangeSums& range_sums, std::uint64_t total, int players) {
    for (std::size_t k = 0; k < range_sums.all.size(); ++k) {
      Outcome outcome{chances[k], presences[k]};
      outcome.add(static_cast<std::uint64_t>(range_sums.beaten_twice[k]),
                  static_cast<std::uint64_t>(range_sums.all[k]), total, players);
      chances[k] = outcome.chance;
      presences[k] = outcome.presence;
    }
  }
};

/// Possible holdings of the opponents of one holding on a run-out, with their ranks.
struct Candidates {
  explicit Candidates(std::size_t maximum) : numbers(maximum), sums(maximum), ranks(maximum) {}

  std::size_t count = 0;
  std::vector<std::uint32_t> numbers;
  std::vector<CardSum> sums;
  std::vector<HandRank> ranks;
};

void add_range(HandRank rank, const Candidates& candidates, const OpponentRange& range,
               Outcome& outcome) {
  std::uint64_t beaten_twice = 0;
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < candidates.count; ++k) {
    const std::uint64_t weight = range.weights[candidates.numbers[k]];
    all += weight;
    beaten_twice +=
        weight * ((candidates.ranks[k] < rank ? 1U : 0U) + (candidates.ranks[k] <= rank ? 1U : 0U));
  }
  outcome.add(beaten_twice, all, total_of(range), range.players);
}

}  // namespace

ShowdownChances::ShowdownChances(const GameDefinition& game)
    : table_(game), deck_(game.deck()), board_cards_(game.all_board_cards()), sums_(table_.size()) {
  for (std::size_t number = 0; number < table_.size(); ++number) {
    sums_[number] =
        CardSum(std::span(table_[number]).first(static_cast<std::size_t>(table_.cards())));
  }
}

void ShowdownChances::chances(std::span<const Card> board, std::span<const OpponentRange> opponents,
                              std::span<const Holding> holdings,
                              std::span<std::uint32_t> out) const {
  const std::uint64_t dead = bits_of(board);
  const std::size_t missing = board_cards_ - board.size();
  const std::size_t maximum = std::max(kMinRunOuts, kMaxComparisons / table_.size());
  const std::vector<RunOut> ways = run_outs(deck_, board, missing, maximum);
  if (holdings.size() <= kFewHoldings || table_.cards() > 2) {
    for (std::size_t k = 0; k < holdings.size(); ++k)
      out[k] = compare_one(table_.number(holdings[k]), dead, ways, opponents);
    return;
  }
  const std::vector<std::uint32_t> all = compare_all(dead, ways, opponents);
  for (std::size_t k = 0; k < holdings.size(); ++k) out[k] = all[table_.number(holdings[k])];
}

std::vector<HandRank> ShowdownChances::ranks(std::span<const Card> board) const {
  const std::uint64_t dead = bits_of(board);
  const CardSum on_table(board);
  std::vector<HandRank> ranks(table_.size());
  for (std::size_t number = 0; number < table_.size(); ++number) {
    if ((table_.mask(number) & dead) == 0) ranks[number] = rank_hand(sums_[number] + on_table);
  }
  return ranks;
}

std::uint32_t ShowdownChances::compare_one(std::size_t number, std::uint64_t dead,
                                           std::span<const RunOut> ways,
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
      // Always written, but kept only if possible: a branch would often be mispredicted.
      candidates.numbers[candidates.count] = other;
      candidates.sums[candidates.count] = sums_[other] + way.sum;
      candidates.count += (table_.mask(other) & way.mask) == 0 ? 1 : 0;
    }
    rank_hands(std::span(candidates.sums).first(candidates.count), candidates.ranks);
    const HandRank rank = rank_hand(sums_[number] + way.sum);
    Outcome outcome;
    for (const OpponentRange& range : opponents) add_range(rank, candidates, range, outcome);
    mean.add(outcome);
  }
  return mean.value();
}

std::vector<std::uint32_t> ShowdownChances::compare_all(
    std::uint64_t dead, std::span<const RunOut> ways,
    std::span<const OpponentRange> opponents) const {
  std::vector<Mean> means(table_.size());
  std::vector<std::uint64_t> totals(opponents.size());
  std::transform(opponents.begin(), opponents.end(), totals.begin(), total_of);
  const bool one_opponent = opponents.size() == 1 && opponents.front().players == 1;
  StrengthOrder order;
  RangeSums range_sums;
  Outcomes outcomes;
  for (const RunOut& way : ways) {
    const std::span<const RankedHolding> ranked =
        order.sort(table_, sums_, way.sum, dead | way.mask);
    if (one_opponent) {
      add_range(ranked, table_, opponents.front(), range_sums);
      outcomes.set_first(range_sums, totals.front());
    } else {
      outcomes.clear(ranked.size());
      for (std::size_t k = 0; k < opponents.size(); ++k) {
        add_range(ranked, table_, opponents[k], range_sums);
        outcomes.add(range_sums, totals[k], opponents[k].players);
      }
    }
    for (std::size_t k = 0; k < ranked.size(); ++k)
      means[ranked[k].number].add({outcomes.chances[k], outcomes.presences[k]});
  }
  std::vector<std::uint32_t> result(table_.size());
  std::transform(means.begin(), means.end(), result.begin(),
                 [](const Mean& mean) { return mean.value(); });
  return result;
}

}  // namespace trivium::poker
