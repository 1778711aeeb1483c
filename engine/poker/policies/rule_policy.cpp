#include "engine/poker/policies/rule_policy.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "engine/poker/policies/stakes.h"

namespace trivium::poker {

namespace {

/// Probabilities and prices in this file are in ten-thousandths.
constexpr std::int64_t kWhole = 10'000;

/// Rises linearly from 0 at `from` to `top` at `to`.
constexpr std::int64_t ramp(std::int64_t x, std::int64_t from, std::int64_t to,
                            std::int64_t top) noexcept {
  return std::clamp<std::int64_t>(top * (x - from) / (to - from), 0, top);
}

// Chosen by judgment, in ten-thousandths. They matter less than the opponent model
// (opponent_model.cpp). "Chance" is the probability of winning at showdown.
struct RuleParameters {
  std::int64_t round_to_come = 150;    ///< added to the needed chance for each later round
  std::int64_t stay_below = 300;       ///< never stays this far below the needed chance
  std::int64_t stay_above = 300;       ///< always stays this far above it; 0 in the last decision
  std::int64_t raise_from = 400;       ///< excess over an equal share from which it may raise
  std::int64_t raise_certain = 1900;   ///< excess at which raising is most probable
  std::int64_t raise_again = 500;      ///< added to both for every earlier raise of the round
  std::int64_t raise_maximum = 9000;   ///< maximum raise probability, except in the last decision
  std::int64_t bluff_below = 3500;     ///< may bluff below this part of an equal share
  std::int64_t bluff = 1500;           ///< bluff probability against one opponent
  std::int64_t large_bet_from = 2500;  ///< excess from which it mostly bets the pot
};
constexpr RuleParameters kRule{};

/// Figures that are equal for all holdings.
struct Situation {
  std::int64_t to_call;
  bool call_is_last;    ///< no later decision, so nothing to hide or to give up
  std::int64_t price;   ///< the call as a part of the resulting pot
  std::int64_t needed;  ///< chance needed to stay
  std::int64_t share;   ///< an equal share of the pot
  int opponents;
  int raises;  ///< in this round
  bool can_fold;
};

Situation situation_of(const Betting& betting) {
  Situation situation{};
  situation.to_call = betting.to_call();
  situation.call_is_last = call_is_last(betting);
  situation.price = price_of_call(betting, kWhole);
  const int rounds_to_come =
      situation.call_is_last ? 0 : betting.game().rounds - 1 - betting.round();
  situation.needed = situation.price + kRule.round_to_come * rounds_to_come;
  situation.opponents = betting.players_left() - 1;
  situation.share = kWhole / (situation.opponents + 1);
  situation.raises = betting.raises_in_round();
  situation.can_fold = betting.can_fold();
  return situation;
}

/// Probabilities in ten-thousandths; they sum to 10,000.
struct Mix {
  std::int64_t fold;
  std::int64_t call;
  std::int64_t raise;
};

Mix mix_for(const Situation& situation, std::int64_t chance, bool can_raise) {
  const RuleParameters& rule = kRule;
  const std::int64_t stay_from = situation.needed - rule.stay_below;
  const std::int64_t stay_to = situation.needed + (situation.call_is_last ? 0 : rule.stay_above);
  const std::int64_t stay = situation.can_fold ? ramp(chance, stay_from, stay_to, kWhole) : kWhole;
  std::int64_t raise = 0;
  if (can_raise) {
    const std::int64_t bound = situation.share + rule.raise_again * situation.raises;
    const std::int64_t maximum = situation.call_is_last ? kWhole : rule.raise_maximum;
    raise =
        std::min(stay, ramp(chance, bound + rule.raise_from, bound + rule.raise_certain, maximum));
    const bool hopeless = chance < situation.share * rule.bluff_below / kWhole;
    if (hopeless && situation.to_call == 0)
      raise = rule.bluff / (situation.opponents * situation.opponents);
  }
  return {kWhole - stay, stay - raise, raise};
}

/// Returns the raises to consider in ascending order: one in limit games, half the pot and the pot
/// in no-limit games.
std::vector<Action> raises_of(const Betting& betting) {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!range) return {};
  if (!betting.game().no_limit()) return {Action::raise()};
  const std::int64_t pot = pot_within_reach(betting) + betting.to_call();
  const std::int64_t behind = std::int64_t{range->max} - betting.max_spent();
  std::vector<Action> raises;
  for (const std::int64_t halves : {1, 2}) {
    std::int64_t more = pot * halves / 2;
    // A bet of two thirds of the chips commits the player, so it goes all-in.
    if (3 * more >= 2 * behind) more = behind;
    const std::int64_t to =
        std::clamp<std::int64_t>(betting.max_spent() + more, range->min, range->max);
    const Action raise = Action::raise(static_cast<Chips>(to));
    if (raises.empty() || raises.back() != raise) raises.push_back(raise);
  }
  return raises;
}

std::int64_t ten_thousandths(std::uint32_t chance) noexcept {
  return std::int64_t{chance} * kWhole / kCertain;
}

/// Returns the part of raises that use the larger of two sizes.
std::int64_t large_part(const Situation& situation, std::int64_t chance) noexcept {
  constexpr std::int64_t kSometimes = 3000;
  return chance >= situation.share + kRule.large_bet_from ? kWhole - kSometimes : kSometimes;
}

void write_row(const Situation& situation, std::int64_t chance, std::size_t raises, double* row) {
  const Mix mix = mix_for(situation, chance, raises > 0);
  const auto put = [&row](std::int64_t part) {
    *row++ = static_cast<double>(part) / static_cast<double>(kWhole);
  };
  if (situation.can_fold) put(mix.fold);
  put(mix.call);
  if (raises == 1) put(mix.raise);
  if (raises == 2) {
    const std::int64_t large = mix.raise * large_part(situation, chance) / kWhole;
    put(mix.raise - large);
    put(large);
  }
}

}  // namespace

RulePolicy::RulePolicy(const GameDefinition& game)
    : game_(game), chances_(game), model_(chances_) {}

Status RulePolicy::can_play(const GameDefinition& game) const {
  const bool same = game.deck() == game_.deck() && game.hole_cards == game_.hole_cards &&
                    game.rounds == game_.rounds && game.board_cards == game_.board_cards;
  if (!same)
    return Error{"poker.game.cards", "this rule policy was made for a game with other cards"};
  return {};
}

void RulePolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                              ActionDistribution& out) const {
  const Situation situation = situation_of(state.betting);
  const std::vector<Action> raises = raises_of(state.betting);
  out.actions.clear();
  if (situation.can_fold) out.actions.push_back(Action::fold());
  out.actions.push_back(Action::call());
  out.actions.insert(out.actions.end(), raises.begin(), raises.end());

  const std::vector<std::uint32_t> chance = chances(state, model_.ranges(state), holdings);
  out.probabilities.resize(holdings.size() * out.actions.size());
  for (std::size_t k = 0; k < holdings.size(); ++k) {
    write_row(situation, ten_thousandths(chance[k]), raises.size(),
              &out.probabilities[k * out.actions.size()]);
  }
}

std::vector<PolicyTerm> RulePolicy::terms(const PublicState& state, const Holding& holding) const {
  const Situation situation = situation_of(state.betting);
  const auto chance_against = [&](const std::vector<OpponentRange>& ranges) {
    return ten_thousandths(chances(state, ranges, std::span(&holding, 1)).front());
  };
  const std::int64_t chance = chance_against(model_.ranges(state));
  const Mix mix = mix_for(situation, chance, state.betting.raise_range().has_value());
  return {{"chance against random holdings", chance_against(model_.unknown(state)), kWhole},
          {"chance against their likely holdings", chance, kWhole},
          {"price of a call", situation.price, kWhole},
          {"chance needed to stay", situation.can_fold ? situation.needed : 0, kWhole},
          {"equal share of the pot", situation.share, kWhole},
          {"raises from a chance of",
           situation.share + kRule.raise_again * situation.raises + kRule.raise_from, kWhole},
          {"fold", mix.fold, kWhole},
          {"call", mix.call, kWhole},
          {"raise", mix.raise, kWhole}};
}

std::vector<std::uint32_t> RulePolicy::chances(const PublicState& state,
                                               std::span<const OpponentRange> ranges,
                                               std::span<const Holding> holdings) const {
  std::vector<std::uint32_t> result(holdings.size());
  if (!state.board.empty()) {
    chances_.chances(state.board, ranges, holdings, result);
    return result;
  }
  // All suits are alike, so few different holdings remain.
  std::vector<Holding> renamed(holdings.size());
  std::transform(holdings.begin(), holdings.end(), renamed.begin(), suits_renamed);
  chances_.chances(state.board, ranges, renamed, result);
  return result;
}

}  // namespace trivium::poker
