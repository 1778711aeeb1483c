#include "engine/poker/policies/network_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>

namespace trivium::poker {

namespace {

constexpr std::int32_t kPotSize = 100;
constexpr std::array<std::string_view, kNetworkActions> kActionNames = {"fold", "call", "raise"};

/// A legal action as a part of one of the network's actions. Raises come last.
struct Choice {
  ActionType type;
  std::vector<std::size_t> sizes;  ///< indices of the raise sizes in the file that give this raise
};

/// Adds the raises; sizes that give the same raise become one action.
void add_raises(const NetworkSetting& setting, const Betting& betting, std::vector<Action>& actions,
                std::vector<Choice>& choices) {
  if (!betting.raise_range()) return;
  if (!betting.game().no_limit() || setting.raise_sizes.empty()) {
    actions.push_back(raise_of(kPotSize, betting));
    choices.push_back({ActionType::kRaise, {}});
    return;
  }
  const std::size_t first = actions.size();
  for (std::size_t size = 0; size < setting.raise_sizes.size(); ++size) {
    const Action raise = raise_of(setting.raise_sizes[size], betting);
    const auto known =
        std::find(actions.begin() + static_cast<std::ptrdiff_t>(first), actions.end(), raise);
    if (known == actions.end()) {
      actions.push_back(raise);
      choices.push_back({ActionType::kRaise, {size}});
    } else {
      choices[static_cast<std::size_t>(known - actions.begin())].sizes.push_back(size);
    }
  }
}

MemoryUnits remembered(const Network& network, const PublicState& state) noexcept {
  if (!network.has_memory()) return {};
  EncodedBetting betting;
  encode_betting(state, betting);
  return network.remember(betting);
}

/// Minimum part of an action, and of a size relative to the most probable one. See the header.
constexpr double kMinPart = 0.2;

/// Sets parts below `minimum` to zero and normalizes the rest, unless all are zero.
void normalize(std::span<double> parts, double minimum) noexcept {
  double kept = 0;
  for (double& part : parts) kept += part = part < minimum ? 0 : part;
  if (kept == 0) return;
  for (double& part : parts) part /= kept;
}

/// Computes the probability of each action from the network's output, without illegal and small
/// parts.
void action_probabilities(const NetworkAnswer& answer, std::span<const Choice> choices,
                          std::vector<double>& out) {
  std::array<double, kNetworkActions> kinds{};
  out.clear();
  for (const Choice& choice : choices) {
    const auto kind = static_cast<std::size_t>(choice.type);
    kinds[kind] = answer.actions[kind];
    double part = choice.sizes.empty() ? 1 : 0;
    for (const std::size_t size : choice.sizes) part += answer.raise_sizes[size];
    out.push_back(part);
  }
  const double legal = std::accumulate(kinds.begin(), kinds.end(), 0.0);
  if (legal == 0)
    kinds[static_cast<std::size_t>(ActionType::kCall)] = 1;  // all weight is on illegal ones
  normalize(kinds, kMinPart * legal);
  const auto first_raise =
      std::ranges::find(choices, ActionType::kRaise, &Choice::type) - choices.begin();
  const std::span<double> sizes = std::span(out).subspan(static_cast<std::size_t>(first_raise));
  if (!sizes.empty()) normalize(sizes, kMinPart * std::ranges::max(sizes));
  for (std::size_t i = 0; i < choices.size(); ++i)
    out[i] *= kinds[static_cast<std::size_t>(choices[i].type)];
}

constexpr std::int64_t kMillion = 1'000'000;

std::int64_t in_millionths(double part) noexcept { return std::llround(part * kMillion); }

std::string size_name(std::int32_t percent) {
  return percent == kAllInSize ? "all-in" : fmt::format("{} % of the pot", percent);
}

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
  return Error{"poker.network.game", "{} was trained for another game:\n{}", network_->source(),
               write_game_definition(network_->setting().game)};
}

void NetworkPolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                                 ActionDistribution& out) const {
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
  std::vector<double> parts;
  for (const Holding& holding : holdings) {
    encode(state, holding, network_->setting().alignment, encoded);
    action_probabilities(network_->evaluate(encoded, memory), choices, parts);
    out.probabilities.insert(out.probabilities.end(), parts.begin(), parts.end());
  }
}

std::vector<PolicyTerm> NetworkPolicy::terms(const PublicState& state,
                                             const Holding& holding) const {
  EncodedState encoded;
  encode(state, holding, network_->setting().alignment, encoded);
  const MemoryUnits memory = remembered(*network_, state);
  const NetworkAnswer whole = network_->evaluate(encoded, memory);
  std::vector<PolicyTerm> terms;
  for (std::size_t i = 0; i < kNetworkActions; ++i)
    terms.push_back({fmt::format("network: {}", kActionNames[i]),
                     in_millionths(whole.actions[i]),
                     kMillion,
                     {}});
  const std::vector<std::int32_t>& sizes = network_->setting().raise_sizes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    terms.push_back({fmt::format("network: of raises, {}", size_name(sizes[i])),
                     in_millionths(whole.raise_sizes[i]),
                     kMillion,
                     {}});
  }
  if (network_->has_value())
    terms.push_back({"network: wins the hand", in_millionths(whole.win), kMillion, {}});
  const auto add_change = [&](std::string_view of, const NetworkAnswer& answer) {
    for (std::size_t i = 0; i < kNetworkActions; ++i) {
      const std::int64_t part = in_millionths(answer.actions[i]);
      terms.push_back({fmt::format("without {}: {}", of, kActionNames[i]), part, kMillion,
                       part - in_millionths(whole.actions[i])});
    }
  };
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    EncodedState without = encoded;
    std::fill_n(without.begin() + static_cast<std::ptrdiff_t>(plane * kPlaneSize), kPlaneSize,
                0.0F);
    if (without != encoded) add_change(plane_names()[plane], network_->evaluate(without, memory));
  }
  if (network_->has_memory()) add_change("the betting remembered", network_->evaluate(encoded));
  return terms;
}

std::vector<PolicyPicture> NetworkPolicy::pictures(const PublicState& state,
                                                   const Holding& holding) const {
  EncodedState encoded;
  encode(state, holding, network_->setting().alignment, encoded);
  std::vector<PolicyPicture> pictures;
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    const std::array rows = plane_rows(encoded, plane, network_->setting().alignment);
    if (std::ranges::all_of(rows, [](const std::string& row) {
          return row.find_first_not_of('.') == std::string::npos;
        }))
      continue;
    pictures.push_back({std::string(plane_names()[plane]), {rows.begin(), rows.end()}});
  }
  return pictures;
}

}  // namespace trivium::poker
