#include "engine/poker/network_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace trivium::poker {

namespace {

constexpr std::int32_t kPotSize = 100;
constexpr std::array<std::string_view, kNetworkActions> kActionNames = {"fold", "call", "raise"};

/// The legal actions of an answer: for each which of the network's it is a part of, and of which size.
struct Choice {
  ActionType type;
  std::vector<std::size_t> sizes;  ///< of the file, where it is a raise of one or several of these
};

/// Sizes that come to the same raise are one action.
void add_raises(const NetworkSetting& setting, const Betting& betting, std::vector<Action>& actions, std::vector<Choice>& choices) {
  if (!betting.raise_range()) return;
  if (!betting.game().no_limit() || setting.raise_sizes.empty()) {
    actions.push_back(raise_of(kPotSize, betting));
    choices.push_back({ActionType::kRaise, {}});
    return;
  }
  const std::size_t first = actions.size();
  for (std::size_t size = 0; size < setting.raise_sizes.size(); ++size) {
    const Action raise = raise_of(setting.raise_sizes[size], betting);
    const auto known = std::find(actions.begin() + static_cast<std::ptrdiff_t>(first), actions.end(), raise);
    if (known == actions.end()) {
      actions.push_back(raise);
      choices.push_back({ActionType::kRaise, {size}});
    } else {
      choices[static_cast<std::size_t>(known - actions.begin())].sizes.push_back(size);
    }
  }
}

double weight_of(const Choice& choice, const NetworkAnswer& answer) noexcept {
  const double whole = answer.actions[static_cast<std::size_t>(choice.type)];
  if (choice.sizes.empty()) return whole;
  double part = 0;
  for (const std::size_t size : choice.sizes) part += answer.raise_sizes[size];
  return whole * part;
}

MemoryUnits remembered(const Network& network, const PublicState& state) noexcept {
  if (!network.has_memory()) return {};
  EncodedBetting betting;
  encode_betting(state, betting);
  return network.remember(betting);
}

std::int64_t in_millionths(double part) noexcept { return std::llround(part * 1e6); }

}  // namespace

Action raise_of(std::int32_t percent, const Betting& betting) noexcept {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!betting.game().no_limit()) return Action::raise();
  if (percent == kAllInSize) return Action::raise(range->max);
  const std::int64_t pot = betting.pot() + betting.to_call();
  const std::int64_t to = betting.max_spent() + (pot * percent + 50) / 100;
  return Action::raise(static_cast<Chips>(std::clamp<std::int64_t>(to, range->min, range->max)));
}

Status NetworkPolicy::can_play(const GameDefinition& game) const {
  if (game == network_->setting().game) return {};
  return Error{fmt::format("{} was trained for another game:\n{}", network_->source(), write_game_definition(network_->setting().game))};
}

void NetworkPolicy::distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const {
  const Betting& betting = state.betting;
  out.actions.clear();
  std::vector<Choice> choices;
  if (betting.can_fold()) {
    out.actions.push_back(Action::fold());
    choices.push_back({ActionType::kFold, {}});
  }
  out.actions.push_back(Action::call());
  choices.push_back({ActionType::kCall, {}});
  add_raises(network_->setting(), betting, out.actions, choices);

  out.probabilities.clear();
  out.probabilities.reserve(holdings.size() * choices.size());
  const MemoryUnits memory = remembered(*network_, state);
  EncodedState encoded;
  for (const Holding& holding : holdings) {
    encode(state, holding, network_->setting().alignment, encoded);
    const NetworkAnswer answer = network_->evaluate(encoded, memory);
    double sum = 0;
    for (const Choice& choice : choices) sum += weight_of(choice, answer);
    for (const Choice& choice : choices) {
      const bool only_call = sum == 0;  // the network is certain of what is not legal
      out.probabilities.push_back(only_call ? (choice.type == ActionType::kCall ? 1.0 : 0.0) : weight_of(choice, answer) / sum);
    }
  }
}

std::vector<PolicyTerm> NetworkPolicy::terms(const PublicState& state, const Holding& holding) const {
  constexpr std::int64_t kWhole = 1'000'000;
  EncodedState encoded;
  encode(state, holding, network_->setting().alignment, encoded);
  std::vector<PolicyTerm> terms;
  const auto tell = [&](std::string_view of, const NetworkAnswer& answer) {
    for (std::size_t i = 0; i < kNetworkActions; ++i) {
      terms.push_back({fmt::format("{}: {}", of, kActionNames[i]), in_millionths(answer.actions[i]), kWhole});
    }
  };
  const MemoryUnits memory = remembered(*network_, state);
  const NetworkAnswer whole = network_->evaluate(encoded, memory);
  tell("network", whole);
  if (network_->has_value()) terms.push_back({"network: wins the hand", in_millionths(whole.win), kWhole});
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    EncodedState without = encoded;
    std::fill_n(without.begin() + static_cast<std::ptrdiff_t>(plane * kPlaneSize), kPlaneSize, 0.0F);
    if (without == encoded) continue;
    tell(fmt::format("without {}", plane_names()[plane]), network_->evaluate(without, memory));
  }
  if (network_->has_memory()) tell("without the betting remembered", network_->evaluate(encoded));
  return terms;
}

std::vector<PolicyPicture> NetworkPolicy::pictures(const PublicState& state, const Holding& holding) const {
  EncodedState encoded;
  encode(state, holding, network_->setting().alignment, encoded);
  std::vector<PolicyPicture> pictures;
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    const std::array rows = drawn_plane(encoded, plane, network_->setting().alignment);
    if (std::ranges::all_of(rows, [](const std::string& row) { return row.find_first_not_of('.') == std::string::npos; })) continue;
    pictures.push_back({std::string(plane_names()[plane]), {rows.begin(), rows.end()}});
  }
  return pictures;
}

}  // namespace trivium::poker
