#include "engine/poker/strategy/betting_abstraction.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/text.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kShownSize = 40;

Result<RaiseSizes> parse_sizes(std::string_view text) {
  RaiseSizes sizes;
  if (text == "-") return sizes;
  for (const std::string_view size : text::split(text, ',')) {
    if (sizes.all_in) return Error{"poker.betting.size", "nothing may follow \"all\""};
    if (size == "all") {
      sizes.all_in = true;
      continue;
    }
    const int percent = text::parse_number<int>(size).value_or(0);
    if (percent < 1 || percent > BettingAbstraction::kMaxPercent) {
      return Error{"poker.betting.size",
                   "{} is neither \"all\" nor a percentage of the pot from 1 to {}",
                   text::quoted(size, kShownSize), BettingAbstraction::kMaxPercent};
    }
    if (!sizes.percents.empty() && percent <= sizes.percents.back())
      return Error{"poker.betting.order", "{} does not ascend", percent};
    sizes.percents.push_back(percent);
  }
  return sizes;
}

std::string sizes_text(const RaiseSizes& sizes) {
  if (sizes.percents.empty() && !sizes.all_in) return "-";
  std::string text = fmt::format("{}", fmt::join(sizes.percents, ","));
  if (sizes.all_in) text += text.empty() ? "all" : ",all";
  return text;
}

}  // namespace

const std::vector<NamedAbstraction>& named_abstractions() {
  static const std::vector<NamedAbstraction> named = {
      {"standard", "50,100,all:100,all/50,100,all:100,all",
       "half the pot for first raises, pot and all-in everywhere; for 200 big blinds"},
      {"small", "100,all", "pot and all-in"},
  };
  return named;
}

Result<BettingAbstraction> BettingAbstraction::parse(std::string_view text) {
  for (const NamedAbstraction& named : named_abstractions()) {
    if (text == named.name) text = named.text;
  }
  BettingAbstraction abstraction;
  if (text.empty()) return abstraction;
  const std::vector<std::string_view> rounds = text::split(text, '/');
  if (rounds.size() > kMaxRounds)
    return Error{"poker.betting.rounds", "betting abstraction: {} rounds, at most {} are possible",
                 rounds.size(), kMaxRounds};
  for (const std::string_view round : rounds) {
    std::vector<RaiseSizes>& lists = abstraction.rounds_.emplace_back();
    for (const std::string_view list : text::split(round, ':')) {
      Result<RaiseSizes> sizes = parse_sizes(list);
      if (!sizes) {
        return at_place(fmt::format("betting abstraction: round {}, raise {}",
                                    abstraction.rounds_.size(), lists.size() + 1),
                        sizes.error());
      }
      lists.push_back(*std::move(sizes));
    }
  }
  return abstraction;
}

std::string BettingAbstraction::text() const {
  return text::joined(rounds_, "/", [](const std::vector<RaiseSizes>& lists) {
    return text::joined(lists, ":", sizes_text);
  });
}

const RaiseSizes* BettingAbstraction::sizes(int round, int raise) const noexcept {
  if (rounds_.empty()) return nullptr;
  const std::vector<RaiseSizes>& lists =
      rounds_[std::min(static_cast<std::size_t>(round), rounds_.size() - 1)];
  return &lists[std::min(static_cast<std::size_t>(raise), lists.size() - 1)];
}

std::vector<AbstractRaise> BettingAbstraction::raises(const Betting& betting) const {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!range) return {};
  if (!betting.game().no_limit()) return {{}};
  const RaiseSizes* wanted = sizes(betting.round(), betting.raises_in_round());
  if (wanted == nullptr) return {};
  const Chips all_in = all_in_total(betting);
  std::vector<AbstractRaise> raises;
  bool goes_all_in = wanted->all_in;
  for (const int percent : wanted->percents) {
    const std::int64_t total = betting.max_spent() + (pot_after_call(betting) * percent + 50) / 100;
    const std::int64_t to = std::max<std::int64_t>(total, range->min);
    if (to * 100 > std::int64_t{all_in} * kAllInFromPercent) {
      goes_all_in = true;
      break;
    }
    const AbstractRaise raise{static_cast<Chips>(to), false};
    if (raises.empty() || raises.back() != raise) raises.push_back(raise);
  }
  if (goes_all_in) raises.push_back({all_in, true});
  return raises;
}

Chips all_in_total(const Betting& betting) noexcept {
  const GameDefinition& game = betting.game();
  const RaiseRange range = betting.raise_range().value_or(RaiseRange{});
  Chips against = 0;
  for (int player = 0; player < game.players; ++player) {
    if (player != betting.actor() && !betting.folded(player))
      against = std::max(against, game.stack[static_cast<std::size_t>(player)]);
  }
  return std::clamp(against, range.min, range.max);
}

std::int64_t pot_after_call(const Betting& betting) noexcept {
  return betting.pot() + betting.to_call();
}

}  // namespace trivium::poker
