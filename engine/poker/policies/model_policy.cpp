#include "engine/poker/policies/model_policy.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/poker/equity/showdown_chances.h"
#include "engine/poker/policies/opponent_model.h"
#include "engine/poker/policies/reply_counts.h"
#include "engine/poker/policies/stakes.h"

namespace trivium::poker {

namespace {

// Chosen by judgment.
constexpr double kHalfConfidence = 60;       // decisions for half confidence in folds and calls
constexpr double kHalfRaiseConfidence = 25;  // familiarity() after a raise for half confidence
constexpr double kMaxConfidence = 0.95;
constexpr std::uint32_t kMinLikelihood = kCertain / 1024;  // no holding becomes impossible

double confidence_of(double seen, double half) noexcept {
  return std::min(kMaxConfidence, seen / (seen + half));
}

std::size_t class_of(std::uint32_t percentile) noexcept {
  return std::min<std::size_t>(kStrengths - 1, std::size_t{percentile} * kStrengths / kCertain);
}

Betting after(Betting betting, Action action) noexcept {
  betting.do_action(action);
  return betting;
}

/// Returns the raises to consider: in no-limit games those of the base, the pot and all-in.
std::vector<Action> raises_to_consider(const Betting& betting, const std::vector<Action>& base) {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!range) return {};
  if (!betting.game().no_limit()) return {Action::raise()};
  std::vector<Action> raises;
  const auto add = [&raises](Action action) {
    if (std::ranges::find(raises, action) == raises.end()) raises.push_back(action);
  };
  for (const Action action : base) {
    if (action.type == ActionType::kRaise) add(action);
  }
  const std::int64_t pot = betting.max_spent() + pot_within_reach(betting) + betting.to_call();
  add(Action::raise(static_cast<Chips>(std::clamp<std::int64_t>(pot, range->min, range->max))));
  add(Action::raise(range->max));
  return raises;
}

}  // namespace

struct ModelPolicy::Parts {
  Parts(const GameDefinition& of, std::shared_ptr<const Policy> base_policy)
      : game(of), base(std::move(base_policy)), chances(game), strengths(chances) {}

  GameDefinition game;
  std::shared_ptr<const Policy> base;
  ShowdownChances chances;
  OpponentModel strengths;  ///< for its percentile ranks
};

/// Counts of an opponent's actions, and the reply to them.
class ModelPolicy::Known final : public Experience {
 public:
  explicit Known(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Experience> with(const Hand& hand, int viewer) const override {
    auto more = std::make_shared<Known>(*this);
    const std::span<const Card> board = hand.board();
    if (std::ranges::find(board, kNoCard) != board.end()) return more;
    const int opponent = 1 - viewer;
    Percentiles percentiles(*parts_, board);
    const std::vector<std::uint32_t> held = estimated_range(hand, opponent, percentiles);
    Betting betting(hand.game());
    for (const PlayedAction& played : hand.actions()) {
      if (played.player == opponent)
        more->counts_.add(betting, played.action, strength_of(held, percentiles.at(betting)));
      betting.do_action(played.action);
    }
    return more;
  }

  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override {
    parts_->base->distribution(state, holdings, out);
    if (counts_.decisions() == 0) return;
    const std::vector<Choice> choices = replies_to_model(state, holdings, out.actions);
    mix(choices, holdings.size(), out);
  }

 private:
  /// Percentile ranks by round, computed on request.
  class Percentiles {
   public:
    Percentiles(const Parts& parts, std::span<const Card> board) : parts_(parts), board_(board) {}

    const std::vector<std::uint32_t>& at(const Betting& betting) {
      std::vector<std::uint32_t>& percentiles =
          by_round_[static_cast<std::size_t>(betting.round())];
      if (percentiles.empty())
        percentiles = parts_.strengths.percentiles(board_.first(cards(betting)));
      return percentiles;
    }

   private:
    static std::size_t cards(const Betting& betting) noexcept {
      return static_cast<std::size_t>(betting.game().board_cards_through(betting.round()));
    }

    const Parts& parts_;
    std::span<const Card> board_;
    std::array<std::vector<std::uint32_t>, kMaxRounds> by_round_;
  };

  /// An action as a reply to the model: its value in chips with each holding, and the confidence in
  /// it.
  struct Choice {
    Action action;
    std::vector<double> value;
    double confidence = 0;
  };

  /// Returns the weights of a player's holdings, given the player's actions.
  std::vector<std::uint32_t> range(const GameDefinition& game,
                                   std::span<const PlayedAction> actions, int player,
                                   Percentiles& percentiles) const {
    const std::size_t size = parts_->chances.holdings().size();
    std::vector<std::uint32_t> weights(size, kCertain);
    Betting betting(game);
    for (const PlayedAction& played : actions) {
      if (played.player == player) {
        const Replies replies = counts_.replies(betting);
        const auto action = static_cast<std::size_t>(played.action.type);
        double maximum = 0;
        for (const auto& row : replies) maximum = std::max(maximum, row[action]);
        std::array<double, kStrengths> likelihoods{};
        for (std::size_t k = 0; k < kStrengths; ++k)
          likelihoods[k] = maximum > 0 ? replies[k][action] / maximum : 1;
        const std::vector<std::uint32_t>& percentile = percentiles.at(betting);
        for (std::size_t h = 0; h < size; ++h) {
          const auto weight =
              static_cast<std::uint32_t>(weights[h] * likelihoods[class_of(percentile[h])]);
          weights[h] = std::max(kMinLikelihood, weight);
        }
      }
      betting.do_action(played.action);
    }
    return weights;
  }

  /// Returns the weights of a player's holdings in a finished hand: the shown cards, or an estimate
  /// from the actions.
  std::vector<std::uint32_t> estimated_range(const Hand& hand, int player,
                                             Percentiles& percentiles) const {
    const HoldingTable& table = parts_->chances.holdings();
    if (!hand.hole(player).empty()) {
      std::vector<std::uint32_t> weights(table.size());
      weights[table.number(holding_of(hand, player))] = kCertain;
      return weights;
    }
    std::vector<std::uint32_t> weights = range(hand.game(), hand.actions(), player, percentiles);
    const std::uint64_t seen =
        cards_of(holding_of(hand, 1 - player)).bits() | bits_of(hand.board());
    for (std::size_t h = 0; h < table.size(); ++h)
      weights[h] = (table.mask(h) & seen) == 0 ? weights[h] : 0;
    return weights;
  }

  static StrengthChances strength_of(const std::vector<std::uint32_t>& weights,
                                     const std::vector<std::uint32_t>& percentile) noexcept {
    std::array<std::uint64_t, kStrengths> sums{};
    std::uint64_t all = 0;
    for (std::size_t h = 0; h < weights.size(); ++h) {
      sums[class_of(percentile[h])] += weights[h];
      all += weights[h];
    }
    StrengthChances chances{};
    for (std::size_t k = 0; k < kStrengths && all > 0; ++k)
      chances[k] = static_cast<double>(sums[k]) / static_cast<double>(all);
    return chances;
  }

  /// Returns the chips of `pot` that each holding wins at showdown against a range.
  std::vector<double> shares(const PublicState& state, const OpponentRange& range,
                             std::span<const Holding> holdings, double pot) const {
    std::vector<std::uint32_t> chances(holdings.size());
    parts_->chances.chances(state.board, std::span(&range, 1), holdings, chances);
    std::vector<double> won(holdings.size());
    for (std::size_t k = 0; k < won.size(); ++k) won[k] = pot * chances[k] / kCertain;
    return won;
  }

  /// Evaluates a raise: the opponent folds as usual; the rest of its range goes to showdown.
  Choice evaluate_raise(const PublicState& state, Action action, const OpponentRange& range,
                        Percentiles& percentiles, std::span<const Holding> holdings) const {
    const Betting& now = state.betting;
    const Betting raised = after(now, action);
    const int self = now.actor(), other = 1 - self;
    const Replies replies = counts_.replies(raised);
    const std::vector<std::uint32_t>& percentile = percentiles.at(now);
    const HoldingTable& table = parts_->chances.holdings();
    const std::uint64_t board = bits_of(state.board);
    OpponentRange staying = range;
    double all = 0, folded = 0;
    for (std::size_t h = 0; h < table.size(); ++h) {
      if ((table.mask(h) & board) != 0) continue;
      const double fold = replies[class_of(percentile[h])][0] * range.weights[h];
      all += range.weights[h];
      folded += fold;
      staying.weights[h] = static_cast<std::uint32_t>(range.weights[h] - fold);
    }
    const double folds = all > 0 ? folded / all : 0;
    const double own_chips = now.spent(self), other_chips = now.spent(other);
    const Betting called = after(raised, Action::call());
    const double stake = std::min(called.spent(0), called.spent(1));
    Choice choice{action, shares(state, staying, holdings, 2 * stake),
                  confidence_of(counts_.familiarity(raised), kHalfRaiseConfidence)};
    for (double& value : choice.value)
      value = folds * (own_chips + std::min(other_chips, stake)) +
              (1 - folds) * (value - (stake - own_chips));
    return choice;
  }

  /// Evaluates all actions, fold and call first. Values are relative to a fold.
  std::vector<Choice> replies_to_model(const PublicState& state, std::span<const Holding> holdings,
                                       const std::vector<Action>& base) const {
    const Betting& betting = state.betting;
    Percentiles percentiles(*parts_, state.board);
    const OpponentRange held{range(betting.game(), state.actions, 1 - betting.actor(), percentiles),
                             1};
    const double confidence = confidence_of(counts_.decisions(), kHalfConfidence);
    std::vector<Choice> choices;
    if (betting.can_fold())
      choices.push_back({Action::fold(), std::vector<double>(holdings.size()), confidence});
    const double cost = betting.to_call(), stake = betting.spent(betting.actor()) + cost;
    choices.push_back({Action::call(), shares(state, held, holdings, 2 * stake), confidence});
    for (double& value : choices.back().value) value -= cost;
    for (const Action action : raises_to_consider(betting, base))
      choices.push_back(evaluate_raise(state, action, held, percentiles, holdings));
    return choices;
  }

  /// Returns the best choice for a holding. The gain of a raise over fold or call is multiplied by
  /// its confidence.
  static const Choice& best(const std::vector<Choice>& choices, std::size_t holding) noexcept {
    const Choice* best = &choices.front();
    for (const Choice& choice : choices) {
      if (choice.action.type != ActionType::kRaise && choice.value[holding] > best->value[holding])
        best = &choice;
    }
    const double passive = best->value[holding];
    double maximum = 0;
    for (const Choice& choice : choices) {
      const double gain = choice.confidence * (choice.value[holding] - passive);
      if (choice.action.type != ActionType::kRaise || gain <= maximum) continue;
      maximum = gain;
      best = &choice;
    }
    return *best;
  }

  static void mix(const std::vector<Choice>& choices, std::size_t holdings,
                  ActionDistribution& out) {
    ActionDistribution mixed;
    mixed.actions = out.actions;
    for (const Choice& choice : choices) {
      if (std::ranges::find(mixed.actions, choice.action) == mixed.actions.end())
        mixed.actions.push_back(choice.action);
    }
    for (std::size_t k = 0; k < holdings; ++k) {
      const Choice& reply = best(choices, k);
      for (std::size_t a = 0; a < mixed.actions.size(); ++a) {
        const double base = a < out.actions.size() ? out.row(k)[a] : 0;
        mixed.probabilities.push_back((1 - reply.confidence) * base +
                                      (mixed.actions[a] == reply.action ? reply.confidence : 0));
      }
    }
    out = std::move(mixed);
  }

  std::shared_ptr<const Parts> parts_;
  ReplyCounts counts_;
};

ModelPolicy::ModelPolicy(const GameDefinition& game, std::shared_ptr<const Policy> base)
    : parts_(std::make_shared<const Parts>(game, std::move(base))) {}

Status ModelPolicy::can_play(const GameDefinition& game) const {
  if (game.players != 2)
    return Error{"poker.game.players", "the opponent model is for two players"};
  const GameDefinition& own = parts_->game;
  const bool same = game.deck() == own.deck() && game.hole_cards == own.hole_cards &&
                    game.rounds == own.rounds && game.board_cards == own.board_cards;
  if (!same)
    return Error{"poker.game.cards", "this opponent model was made for a game with other cards"};
  return parts_->base->can_play(game);
}

std::vector<PolicyFile> ModelPolicy::files() const { return parts_->base->files(); }

void ModelPolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                               ActionDistribution& out) const {
  parts_->base->distribution(state, holdings, out);
}

std::shared_ptr<const Experience> ModelPolicy::fresh_experience() const {
  return std::make_shared<Known>(parts_);
}

std::vector<PolicyTerm> ModelPolicy::terms(const PublicState& state, const Holding& holding) const {
  return parts_->base->terms(state, holding);
}

}  // namespace trivium::poker
