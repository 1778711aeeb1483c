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

// Judged by hand.
constexpr double kHalfSure = 60;         // decisions seen after which folds and calls are the model's by half
constexpr double kHalfSureOfRaise = 25;  // the same of raises, by how familiar the situation is that they bring about
constexpr double kMaxSure = 0.95;
constexpr std::uint32_t kMinLikelihood = kCertain / 1024;  // every holding stays possible

double sure_of(double seen, double half) noexcept { return std::min(kMaxSure, seen / (seen + half)); }

std::size_t class_of(std::uint32_t standing) noexcept {
  return std::min<std::size_t>(kStrengths - 1, std::size_t{standing} * kStrengths / kCertain);
}

Betting after(Betting betting, Action action) noexcept {
  betting.do_action(action);
  return betting;
}

/// In no-limit games the base's raises, the pot and all-in; the raises of limit games.
std::vector<Action> raises_to_weigh(const Betting& betting, const std::vector<Action>& base) {
  const std::optional<RaiseRange> range = betting.raise_range();
  if (!range) return {};
  if (!betting.game().no_limit()) return {Action::raise()};
  std::vector<Action> raises;
  const auto add = [&raises](Action action) {
    if (std::find(raises.begin(), raises.end(), action) == raises.end()) raises.push_back(action);
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
  OpponentModel strengths;  ///< its standings
};

/// What is known of an opponent.
class ModelPolicy::Known final : public Experience {
 public:
  explicit Known(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Experience> with(const Hand& hand, int viewer) const override {
    auto more = std::make_shared<Known>(*this);
    const std::span<const Card> board = hand.board();
    if (std::find(board.begin(), board.end(), kNoCard) != board.end()) return more;
    const int opponent = 1 - viewer;
    Standings standings(*parts_, board);
    const std::vector<std::uint32_t> held = believed(hand, opponent, standings);
    Betting betting(hand.game());
    for (const PlayedAction& played : hand.actions()) {
      if (played.player == opponent) more->counts_.add(betting, played.action, strength_of(held, standings.at(betting)));
      betting.do_action(played.action);
    }
    return more;
  }

  void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const override {
    parts_->base->distribution(state, holdings, out);
    if (counts_.decisions() == 0) return;
    const std::vector<Choice> choices = replies_to_model(state, holdings, out.actions);
    mix(choices, holdings.size(), out);
  }

 private:
  /// Standings by round, made when they are asked for.
  class Standings {
   public:
    Standings(const Parts& parts, std::span<const Card> board) : parts_(parts), board_(board) {}

    const std::vector<std::uint32_t>& at(const Betting& betting) {
      std::vector<std::uint32_t>& standings = by_round_[static_cast<std::size_t>(betting.round())];
      if (standings.empty()) standings = parts_.strengths.standings(board_.first(cards(betting)));
      return standings;
    }

   private:
    static std::size_t cards(const Betting& betting) noexcept {
      return static_cast<std::size_t>(betting.game().board_cards_through(betting.round()));
    }

    const Parts& parts_;
    std::span<const Card> board_;
    std::array<std::vector<std::uint32_t>, kMaxRounds> by_round_;
  };

  /// An action as a reply to the model: its worth in chips with each holding, and how sure that is.
  struct Choice {
    Action action;
    std::vector<double> worth;
    double sure = 0;
  };

  /// Weights of what a player may hold, by what he did.
  std::vector<std::uint32_t> range(const GameDefinition& game, std::span<const PlayedAction> actions, int player,
                                   Standings& standings) const {
    const std::size_t size = parts_->chances.holdings().size();
    std::vector<std::uint32_t> weights(size, kCertain);
    Betting betting(game);
    for (const PlayedAction& played : actions) {
      if (played.player == player) {
        const Replies replies = counts_.replies(betting);
        const auto action = static_cast<std::size_t>(played.action.type);
        double most = 0;
        for (const auto& row : replies) most = std::max(most, row[action]);
        std::array<double, kStrengths> likely{};
        for (std::size_t k = 0; k < kStrengths; ++k) likely[k] = most > 0 ? replies[k][action] / most : 1;
        const std::vector<std::uint32_t>& standing = standings.at(betting);
        for (std::size_t h = 0; h < size; ++h) {
          const auto weight = static_cast<std::uint32_t>(weights[h] * likely[class_of(standing[h])]);
          weights[h] = std::max(kMinLikelihood, weight);
        }
      }
      betting.do_action(played.action);
    }
    return weights;
  }

  /// What a player held in a finished hand: his cards, or what he may have held by what he did.
  std::vector<std::uint32_t> believed(const Hand& hand, int player, Standings& standings) const {
    const HoldingTable& table = parts_->chances.holdings();
    if (!hand.hole(player).empty()) {
      std::vector<std::uint32_t> weights(table.size());
      weights[table.number(holding_of(hand, player))] = kCertain;
      return weights;
    }
    std::vector<std::uint32_t> weights = range(hand.game(), hand.actions(), player, standings);
    const std::uint64_t seen = cards_of(holding_of(hand, 1 - player)).bits() | bits_of(hand.board());
    for (std::size_t h = 0; h < table.size(); ++h) weights[h] = (table.mask(h) & seen) == 0 ? weights[h] : 0;
    return weights;
  }

  static StrengthChances strength_of(const std::vector<std::uint32_t>& weights, const std::vector<std::uint32_t>& standing) noexcept {
    std::array<std::uint64_t, kStrengths> sums{};
    std::uint64_t all = 0;
    for (std::size_t h = 0; h < weights.size(); ++h) {
      sums[class_of(standing[h])] += weights[h];
      all += weights[h];
    }
    StrengthChances chances{};
    for (std::size_t k = 0; k < kStrengths && all > 0; ++k) chances[k] = static_cast<double>(sums[k]) / static_cast<double>(all);
    return chances;
  }

  /// The chips that each holding wins at the showdown, of `pot`, against a range.
  std::vector<double> shares(const PublicState& state, const OpponentRange& range, std::span<const Holding> holdings, double pot) const {
    std::vector<std::uint32_t> chances(holdings.size());
    parts_->chances.chances(state.board, std::span(&range, 1), holdings, chances);
    std::vector<double> won(holdings.size());
    for (std::size_t k = 0; k < won.size(); ++k) won[k] = pot * chances[k] / kCertain;
    return won;
  }

  /// A raise: the opponent folds as he is used to, or the rest of what he may hold sees the showdown.
  Choice weigh_raise(const PublicState& state, Action action, const OpponentRange& range, Standings& standings,
                     std::span<const Holding> holdings) const {
    const Betting& now = state.betting;
    const Betting raised = after(now, action);
    const int self = now.actor(), other = 1 - self;
    const Replies replies = counts_.replies(raised);
    const std::vector<std::uint32_t>& standing = standings.at(now);
    const HoldingTable& table = parts_->chances.holdings();
    const std::uint64_t board = bits_of(state.board);
    OpponentRange staying = range;
    double all = 0, folded = 0;
    for (std::size_t h = 0; h < table.size(); ++h) {
      if ((table.mask(h) & board) != 0) continue;
      const double fold = replies[class_of(standing[h])][0] * range.weights[h];
      all += range.weights[h];
      folded += fold;
      staying.weights[h] = static_cast<std::uint32_t>(range.weights[h] - fold);
    }
    const double folds = all > 0 ? folded / all : 0;
    const double mine = now.spent(self), his = now.spent(other);
    const Betting called = after(raised, Action::call());
    const double stake = std::min(called.spent(0), called.spent(1));
    Choice choice{action, shares(state, staying, holdings, 2 * stake), sure_of(counts_.familiarity(raised), kHalfSureOfRaise)};
    for (double& worth : choice.worth) worth = folds * (mine + std::min(his, stake)) + (1 - folds) * (worth - (stake - mine));
    return choice;
  }

  /// Fold and call first. Worth is told against a fold, which is worth nothing.
  std::vector<Choice> replies_to_model(const PublicState& state, std::span<const Holding> holdings, const std::vector<Action>& base) const {
    const Betting& betting = state.betting;
    Standings standings(*parts_, state.board);
    const OpponentRange held{range(betting.game(), state.actions, 1 - betting.actor(), standings), 1};
    const double sure = sure_of(counts_.decisions(), kHalfSure);
    std::vector<Choice> choices;
    if (betting.can_fold()) choices.push_back({Action::fold(), std::vector<double>(holdings.size()), sure});
    const double cost = betting.to_call(), stake = betting.spent(betting.actor()) + cost;
    choices.push_back({Action::call(), shares(state, held, holdings, 2 * stake), sure});
    for (double& worth : choices.back().worth) worth -= cost;
    for (const Action action : raises_to_weigh(betting, base)) choices.push_back(weigh_raise(state, action, held, standings, holdings));
    return choices;
  }

  /// The choice for a holding: what is gained over fold or call counts as far as it is sure.
  static const Choice& best(const std::vector<Choice>& choices, std::size_t holding) noexcept {
    const Choice* best = &choices.front();
    for (const Choice& choice : choices) {
      if (choice.action.type != ActionType::kRaise && choice.worth[holding] > best->worth[holding]) best = &choice;
    }
    const double passive = best->worth[holding];
    double most = 0;
    for (const Choice& choice : choices) {
      const double gain = choice.sure * (choice.worth[holding] - passive);
      if (choice.action.type != ActionType::kRaise || gain <= most) continue;
      most = gain;
      best = &choice;
    }
    return *best;
  }

  static void mix(const std::vector<Choice>& choices, std::size_t holdings, ActionDistribution& out) {
    ActionDistribution mixed;
    mixed.actions = out.actions;
    for (const Choice& choice : choices) {
      if (std::find(mixed.actions.begin(), mixed.actions.end(), choice.action) == mixed.actions.end())
        mixed.actions.push_back(choice.action);
    }
    for (std::size_t k = 0; k < holdings; ++k) {
      const Choice& reply = best(choices, k);
      for (std::size_t a = 0; a < mixed.actions.size(); ++a) {
        const double base = a < out.actions.size() ? out.row(k)[a] : 0;
        mixed.probabilities.push_back((1 - reply.sure) * base + (mixed.actions[a] == reply.action ? reply.sure : 0));
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
  if (game.players != 2) return Error{"poker.game.players", "the opponent model is for two players"};
  const GameDefinition& own = parts_->game;
  const bool same =
      game.deck() == own.deck() && game.hole_cards == own.hole_cards && game.rounds == own.rounds && game.board_cards == own.board_cards;
  if (!same) return Error{"poker.game.cards", "this opponent model was made for a game with other cards"};
  return parts_->base->can_play(game);
}

void ModelPolicy::distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const {
  parts_->base->distribution(state, holdings, out);
}

std::shared_ptr<const Experience> ModelPolicy::fresh_experience() const { return std::make_shared<Known>(parts_); }

std::vector<PolicyTerm> ModelPolicy::terms(const PublicState& state, const Holding& holding) const {
  return parts_->base->terms(state, holding);
}

}  // namespace trivium::poker
