#include "engine/poker/policies/reply_counts.h"

#include <algorithm>
#include <numeric>

#include "engine/poker/policies/stakes.h"

namespace trivium::poker {

namespace {

// Weights of priors, in decisions. All constants are chosen by judgment.
constexpr double kTypicalWeight = 12;   // typical players, in the counts of similar situations
constexpr double kSimilarWeight = 10;   // similar situations, in the counts of one situation
constexpr double kSimilarCredit = 0.1;  // for familiarity()
constexpr double kShapedWeight = 4;     // frequencies of a situation, in the counts of one class
constexpr double kSharp = 0.75;         // part of the prior where the worst fold, the best raise
constexpr double kMinChance = 0.01;     // no reply becomes impossible

constexpr std::size_t kFolds = 0, kCalls = 1, kRaises = 2;

constexpr std::size_t index_of(Action action) noexcept {
  return static_cast<std::size_t>(action.type);
}

template <class Counts>
double total(const Counts& counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

/// Returns the replies of a typical player, which calls a bet more often if it is small relative to
/// the pot.
std::array<double, 3> typical(const Betting& betting) noexcept {
  if (betting.to_call() == 0) return {0, 0.65, 0.35};
  const double price = static_cast<double>(price_of_call(betting, 1 << 20)) / (1 << 20);
  const double fold = 0.8 * price / (1 - std::min(price, 0.5));
  return {fold, 0.85 * (1 - fold), 0.15 * (1 - fold)};
}

/// Returns the part of a class within the first `share` of all; `before` is the part in classes
/// before it, `here` the part in it.
double within(double share, double before, double here) noexcept {
  return std::clamp((share - before) / here, 0.0, 1.0);
}

}  // namespace

std::size_t facing_of(const Betting& betting) noexcept {
  if (betting.to_call() == 0) return 0;
  if (!betting.game().no_limit())
    return static_cast<std::size_t>(std::clamp(betting.raises_in_round(), 1, 3));
  constexpr std::int64_t kFineParts = 1000;
  const std::int64_t price = price_of_call(betting, kFineParts);
  return price <= 270   ? 1
         : price <= 350 ? 2
                        : 3;  // up to some half of the pot, up to the pot, more
}

void ReplyCounts::add(const Betting& betting, Action action,
                      const StrengthChances& strength) noexcept {
  Cell& counted = cells_[static_cast<std::size_t>(betting.round())][facing_of(betting)];
  ++counted.all[index_of(action)];
  for (std::size_t k = 0; k < kStrengths; ++k)
    counted.by_strength[k][index_of(action)] += strength[k];
  ++similar_[betting.to_call() > 0 ? 1 : 0][index_of(action)];
  ++decisions_;
}

double ReplyCounts::familiarity(const Betting& betting) const noexcept {
  const double here = total(cell(betting).all);
  // Bets above the pot risk too much on counts of smaller bets.
  if (betting.game().no_limit() && facing_of(betting) == kFacings - 1) return here;
  return here + kSimilarCredit * (total(similar_[betting.to_call() > 0 ? 1 : 0]) - here);
}

ReplyCounts::Counts ReplyCounts::frequencies(const Betting& betting) const noexcept {
  const Counts usual = typical(betting);
  const Counts& similar = similar_[betting.to_call() > 0 ? 1 : 0];
  const Counts& here = cell(betting).all;
  Counts result{};
  for (std::size_t a = 0; a < 3; ++a) {
    const double wide =
        (similar[a] + kTypicalWeight * usual[a]) / (total(similar) + kTypicalWeight);
    result[a] = (here[a] + kSimilarWeight * wide) / (total(here) + kSimilarWeight);
  }
  if (!betting.can_fold()) {
    result[kCalls] += result[kFolds];
    result[kFolds] = 0;
  }
  if (!betting.raise_range()) {
    result[kCalls] += result[kRaises];
    result[kRaises] = 0;
  }
  return result;
}

Replies ReplyCounts::replies(const Betting& betting) const noexcept {
  const Counts often = frequencies(betting);
  const Cell& counted = cell(betting);
  const bool can_fold = betting.can_fold(), can_raise = betting.raise_range().has_value();
  const double all = total(counted.all) + kStrengths;
  double weaker = 0;
  Replies replies{};
  for (std::size_t k = 0; k < kStrengths; ++k) {
    const Counts& seen = counted.by_strength[k];
    const double here = (total(seen) + 1) / all, stronger = 1 - weaker - here;
    const double shaped_fold =
        kSharp * within(often[kFolds], weaker, here) + (1 - kSharp) * often[kFolds];
    const double shaped_raise =
        kSharp * within(often[kRaises], stronger, here) + (1 - kSharp) * often[kRaises];
    const double count = total(seen) + kShapedWeight;
    const double fold = (seen[kFolds] + kShapedWeight * shaped_fold) / count,
                 raise = (seen[kRaises] + kShapedWeight * shaped_raise) / count;
    replies[k][kFolds] = can_fold ? std::clamp(fold, kMinChance, 1 - 2 * kMinChance) : 0;
    replies[k][kRaises] =
        can_raise ? std::clamp(raise, kMinChance, 1 - kMinChance - replies[k][kFolds]) : 0;
    replies[k][kCalls] = 1 - replies[k][kFolds] - replies[k][kRaises];
    weaker += here;
  }
  return replies;
}

}  // namespace trivium::poker
