#include "engine/poker/policies/mixed_policy.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "engine/poker/policies/tree_answer.h"

namespace trivium::poker {

namespace {

std::vector<std::size_t> places_of(std::span<const Action> wanted, std::vector<Action>& actions) {
  std::vector<std::size_t> places;
  for (const Action action : wanted) places.push_back(place_of(action, actions));
  return places;
}

}  // namespace

Status MixedPolicy::can_play(const GameDefinition& game) const {
  if (const Status fit = by_strategy_.can_play(game); !fit) return fit;
  return by_network_.can_play(game);
}

std::vector<PolicyFile> MixedPolicy::files() const {
  std::vector<PolicyFile> files = by_network_.files();
  std::ranges::move(by_strategy_.files(), std::back_inserter(files));
  return files;
}

void MixedPolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                               ActionDistribution& out) const {
  const double unanswered = by_strategy_.known_distribution(state, holdings, out);
  if (unanswered == 0) return;
  ActionDistribution known = std::move(out);
  ActionDistribution network;
  by_network_.distribution(state, holdings, network);
  out.actions.clear();
  const std::vector<std::size_t> known_places = places_of(known.actions, out.actions);
  const std::vector<std::size_t> network_places = places_of(network.actions, out.actions);
  const std::size_t width = out.actions.size();
  out.probabilities.assign(holdings.size() * width, 0);
  for (std::size_t holding = 0; holding < holdings.size(); ++holding) {
    const std::span row = std::span(out.probabilities).subspan(holding * width, width);
    for (std::size_t i = 0; i < known_places.size(); ++i)
      row[known_places[i]] += known.row(holding)[i];
    for (std::size_t i = 0; i < network_places.size(); ++i)
      row[network_places[i]] += unanswered * network.row(holding)[i];
  }
}

std::vector<PolicyTerm> MixedPolicy::terms(const PublicState& state, const Holding& holding) const {
  std::vector<PolicyTerm> terms =
      by_strategy_.terms(state, holding, "the network answers, no decision known");
  if (by_strategy_.unanswered(state) > 0)
    std::ranges::move(by_network_.terms(state, holding), std::back_inserter(terms));
  return terms;
}

std::vector<PolicyPicture> MixedPolicy::pictures(const PublicState& state,
                                                 const Holding& holding) const {
  if (by_strategy_.unanswered(state) == 0) return {};
  return by_network_.pictures(state, holding);
}

}  // namespace trivium::poker
