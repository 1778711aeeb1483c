#include "learning/poker_measure/best_response/bet_set.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

#include "engine/core/text.h"

namespace trivium::learning::poker_measure {

namespace {

constexpr std::size_t kShownName = 40;

std::vector<double> rising_parts() {
  constexpr std::size_t kParts = 55;
  constexpr double kTimes = 1.15;
  std::vector<double> parts{0.05};
  while (parts.size() < kParts) parts.push_back(parts.back() * kTimes);
  return parts;
}

}  // namespace

const std::vector<BetSet>& bet_sets() {
  static const std::vector<BetSet> sets{
      {"c", "check and call only", false, false, {}, false},
      {"fc", "fold and call only", true, false, {}, false},
      {"fcpa", "also the pot and all-in", true, true, {1}, true},
      {"large", "also 55 parts of the pot and all-in", true, true, rising_parts(), true},
  };
  return sets;
}

Result<BetSet> bet_set_named(std::string_view name) {
  const std::vector<BetSet>& sets = bet_sets();
  const auto found = std::ranges::find(sets, name, &BetSet::name);
  if (found != sets.end()) return *found;
  return Error{"poker.bets.unknown", "unknown set of bets {}: there are {}",
               text::quoted(name, kShownName), text::joined(sets, ", ", &BetSet::name)};
}

Result<BetPlan> BetPlan::parse(std::string_view text) {
  BetPlan plan;
  plan.rounds_.clear();
  for (const std::string_view name : text::split(text, '/')) {
    Result<BetSet> set = bet_set_named(name);
    if (!set) return at_place(fmt::format("round {}", plan.rounds_.size() + 1), set.error());
    plan.rounds_.push_back(*std::move(set));
  }
  return plan;
}

std::vector<poker::Action> raises_of(const BetSet& set, const poker::Betting& betting) {
  const std::optional<poker::RaiseRange> range = betting.raise_range();
  if (!set.any || !range) return {};
  if (!betting.game().no_limit()) return {poker::Action::raise()};
  std::vector<poker::Action> raises;
  const auto add = [&](std::int64_t to) {
    const auto legal =
        static_cast<poker::Chips>(std::clamp<std::int64_t>(to, range->min, range->max));
    if (raises.empty() || raises.back().to < legal) raises.push_back(poker::Action::raise(legal));
  };
  const auto pot = static_cast<double>(betting.pot() + betting.to_call());
  for (const double part : set.pot_parts) add(betting.max_spent() + std::llround(pot * part));
  if (set.all_in) add(range->max);
  return raises;
}

}  // namespace trivium::learning::poker_measure
