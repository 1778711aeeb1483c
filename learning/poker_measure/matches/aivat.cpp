#include "learning/poker_measure/matches/aivat.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "engine/core/rng.h"
#include "engine/poker/equity/combinations.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/seeds.h"
#include "learning/poker_measure/showdown/deals.h"

namespace trivium::learning::poker_measure {

using poker::Action;
using poker::Betting;
using poker::Card;
using poker::Hand;
using poker::HoldingTable;

namespace {

// Outcomes of a chance event that deals board cards: all sets of cards, or a random sample of them.
// AIVAT averages over them.

/// Sets of cards with their common weight.
struct BoardOutcomes {
  std::vector<std::vector<poker::Card>> sets;
  /// Factor of each set. Multiplied by the weight of the pairs of holdings that share no card with
  /// the set, as a fraction of the weight of all pairs, it is the probability of the set. For a
  /// sample, it is scaled, so that sums over the sample have the expectation of those over all
  /// sets.
  double weight = 0;
};

/// If there are more than `max_sets` sets, `sampled` of them are drawn at random.
struct OutcomeLimits {
  std::size_t max_sets = 0;
  std::size_t sampled = 0;
};

bool contains(std::span<const Card> cards, Card card) {
  return std::ranges::find(cards, card) != cards.end();
}

std::vector<Card> draw(std::span<const Card> from, std::size_t count, Rng& rng) {
  std::vector<Card> left(from.begin(), from.end());
  std::vector<Card> cards;
  for (std::size_t k = 0; k < count; ++k) cards.push_back(draw_card(left, rng));
  return cards;
}

/// Returns sets of `count` cards out of `left`, the cards that can be dealt for at least one pair
/// of holdings. `possible` is the number of sets that a given pair of holdings leaves.
BoardOutcomes board_outcomes(std::span<const Card> left, std::size_t count, double possible,
                             OutcomeLimits limits, Rng& rng) {
  BoardOutcomes outcomes;
  const std::size_t all = poker::combinations(left.size(), count);
  if (all <= limits.max_sets) {
    poker::for_each_set(left, count, [&](std::span<const Card> set) {
      outcomes.sets.emplace_back(set.begin(), set.end());
    });
    outcomes.weight = 1 / possible;
    return outcomes;
  }
  for (std::size_t k = 0; k < limits.sampled; ++k) outcomes.sets.push_back(draw(left, count, rng));
  outcomes.weight = static_cast<double>(all) / possible / static_cast<double>(limits.sampled);
  return outcomes;
}

constexpr std::uint64_t kRandomPurpose = 0x6169766174;
/// Limits for sets of board cards before a round. All cards of the river are used, which are cheap.
/// In limit hold'em, samples of 24 sets took twice the time of samples of 6 and had 7 % less
/// variance (two CFR strategies, both known, 4,000 hands).
constexpr OutcomeLimits kDealt{48, 8};
/// Limits for completions of the board after betting that ended early. The payoff is their mean.
constexpr OutcomeLimits kShownDown{1100, 200};

double value_of(const ValueFunction& value, std::span<const Card> board, const ValuedState& state) {
  double worth = 0;
  value.values(board, std::span(&state, 1), std::span(&worth, 1));
  return worth;
}

/// Replays one hand event by event and adds up the corrections.
class Replay {
 public:
  Replay(const ShowdownTable& showdowns, const ValueFunction& value, const Hand& hand,
         const Aivat::Known& known, Rng rng)
      : showdowns_(showdowns), value_(value), hand_(hand), known_(known), rng_(rng) {}

  /// Deals the cards of `player`, whose policy is unknown. `values` has the value for position 0 of
  /// each holding.
  void deal_own(int player, std::span<const double> values) {
    const std::size_t own = showdowns_.holdings().number(poker::holding_of(hand_, player));
    const std::vector<double> chances = ranges_.joint(player);
    const double all = std::accumulate(chances.begin(), chances.end(), 0.0);
    correction_ +=
        std::inner_product(chances.begin(), chances.end(), values.begin(), 0.0) / all - values[own];
    ranges_.hold(player, own);
  }

  /// Replays the board and all actions. Fails if an action contradicts a known policy.
  Status play() {
    deal_board(static_cast<std::size_t>(hand_.game().board_cards_through(0)));
    for (const poker::PlayedAction& played : hand_.actions()) {
      const poker::Policy* policy = known_[played.player];
      if (policy != nullptr) {
        if (Status fits = decide(*policy, played); !fits) return fits;
      }
      betting_.do_action(played.action);
      ++actions_;
      if (!betting_.finished())
        deal_board(static_cast<std::size_t>(hand_.game().board_cards_through(betting_.round())));
    }
    return {};
  }

  /// Returns the estimate for position 0 in chips. Requires: play() succeeded.
  double worth() { return correction_ + payoff(); }

 private:
  std::span<const Card> board() const { return std::span(hand_.deal().board).first(known_cards_); }

  /// Returns sets of `count` cards that may be dealt next.
  BoardOutcomes outcomes(std::size_t count, OutcomeLimits limits) {
    std::vector<Card> left;
    for (const Card card : showdowns_.deck().cards()) {
      if (!contains(board(), card) && !held(card)) left.push_back(card);
    }
    const auto own = static_cast<std::size_t>(showdowns_.holdings().cards());
    const auto in_deck = static_cast<std::size_t>(showdowns_.deck().size());
    const double possible =
        static_cast<double>(poker::combinations(in_deck - known_cards_ - 2 * own, count));
    return board_outcomes(left, count, possible, limits, rng_);
  }

  /// True if a player with an unknown policy holds `card`.
  bool held(Card card) const {
    for (int player = 0; player < 2; ++player) {
      if (known_[static_cast<std::size_t>(player)] == nullptr && contains(hand_.hole(player), card))
        return true;
    }
    return false;
  }

  std::span<const poker::PlayedAction> played() const { return hand_.actions().first(actions_); }

  /// Returns the value of the current state with the board `cards`.
  double value_on(std::span<const Card> cards, const RangePair& ranges) const {
    return value_of(value_, cards, {&betting_, played(), &ranges});
  }

  /// Deals board cards until there are `cards`, and adds the correction of this chance event.
  void deal_board(std::size_t cards) {
    if (cards == known_cards_) return;
    const double before = ranges_.mass();
    const BoardOutcomes possible = outcomes(cards - known_cards_, kDealt);
    double expected = 0;
    for (const std::vector<Card>& set : possible.sets) {
      RangePair left = ranges_;
      std::vector<Card> shown(board().begin(), board().end());
      for (const Card card : set) {
        left.take(card);
        shown.push_back(card);
      }
      const double mass = left.mass();
      if (mass > 0) expected += possible.weight * mass / before * value_on(shown, left);
    }
    for (std::size_t k = known_cards_; k < cards; ++k) ranges_.take(hand_.deal().board[k]);
    known_cards_ = cards;
    correction_ += expected - value_on(board(), ranges_);
  }

  /// Returns the policy's probabilities as [action][holding], and stores its actions. Holdings
  /// outside the player's range have probability 0.
  std::vector<std::vector<double>> ask(const poker::Policy& policy, int player,
                                       std::vector<Action>& actions) const {
    const HoldingTable& table = showdowns_.holdings();
    std::vector<poker::Holding> holdings;
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < table.size(); ++number) {
      if (ranges_.weights(player)[number] <= 0) continue;
      holdings.push_back(table[number]);
      numbers.push_back(number);
    }
    poker::ActionDistribution choice;
    policy.distribution({betting_, played(), board()}, holdings, choice);
    std::vector<std::vector<double>> factors(choice.actions.size(),
                                             std::vector<double>(table.size()));
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      for (std::size_t a = 0; a < factors.size(); ++a) factors[a][numbers[k]] = choice.row(k)[a];
    }
    actions = choice.actions;
    return factors;
  }

  /// Adds the correction of a decision and updates the player's range. Fails if the policy never
  /// takes that action with the player's holding.
  Status decide(const poker::Policy& policy, const poker::PlayedAction& played_action) {
    const int player = played_action.player;
    std::vector<Action> actions;
    const std::vector<std::vector<double>> factors = ask(policy, player, actions);
    const auto taken = static_cast<std::size_t>(
        std::find(actions.begin(), actions.end(), played_action.action) - actions.begin());
    const std::size_t own = showdowns_.holdings().number(poker::holding_of(hand_, player));
    if (taken == actions.size() || factors[taken][own] <= 0) {
      return Error{"aivat.policy",
                   "hand {}: policy {} never does action {} ({}) with the holding of position {}",
                   hand_.id(),
                   policy.name(),
                   actions_ + 1,
                   poker::action_text(played_action.action),
                   player};
    }
    const std::vector<double> joint = ranges_.joint(player);
    const double all = std::accumulate(joint.begin(), joint.end(), 0.0);
    std::vector<Branch> branches;
    for (std::size_t a = 0; a < actions.size(); ++a) {
      const double chance =
          std::inner_product(joint.begin(), joint.end(), factors[a].begin(), 0.0) / all;
      if (chance <= 0 && a != taken) continue;
      branches.push_back({chance, betting_, {played().begin(), played().end()}, ranges_});
      Branch& branch = branches.back();
      branch.actions.push_back({actions[a], played_action.player, played_action.round});
      branch.betting.do_action(actions[a]);
      branch.ranges.scale(player, factors[a]);
    }
    correct(branches, played_action.action);
    ranges_.scale(player, factors[taken]);
    return {};
  }

  /// State after one action of a decision.
  struct Branch {
    double chance;
    Betting betting;
    std::vector<poker::PlayedAction> actions;
    RangePair ranges;
  };

  /// Adds the expected value over `branches` minus the value after `taken`.
  void correct(std::span<const Branch> branches, Action taken) {
    std::vector<double> worth(branches.size());
    std::vector<ValuedState> states;
    std::vector<std::size_t> asked;
    const bool whole_board = showdowns_.missing(known_cards_) == 0;
    for (std::size_t k = 0; k < branches.size(); ++k) {
      const Betting& after = branches[k].betting;
      if (after.finished() && !after.showdown()) {
        worth[k] = won_by_fold(after);
      } else if (after.finished() && whole_board) {
        worth[k] = shown_down(after, branches[k].ranges, {poker::CardSum(board()), 0},
                              branches[k].ranges.mass());
      } else {
        states.push_back({&after, branches[k].actions, &branches[k].ranges});
        asked.push_back(k);
      }
    }
    std::vector<double> values(states.size());
    if (!states.empty()) value_.values(board(), states, values);
    for (std::size_t k = 0; k < asked.size(); ++k) worth[asked[k]] = values[k];
    for (std::size_t k = 0; k < branches.size(); ++k) {
      correction_ += branches[k].chance * worth[k] -
                     (branches[k].actions.back().action == taken ? worth[k] : 0);
    }
  }

  /// Returns the winnings of position 0 in chips. Requires: a player folded.
  static double won_by_fold(const Betting& betting) {
    return betting.folded(0) ? -static_cast<double>(betting.spent(0))
                             : static_cast<double>(betting.spent(1));
  }

  /// Returns the winnings of position 0 in chips on one full board, summed over all pairs of
  /// holdings in `ranges` and divided by `mass`.
  double shown_down(const Betting& betting, const RangePair& ranges, const poker::RunOut& way,
                    double mass) {
    std::vector<double> balances(showdowns_.holdings().size());
    showdowns_.add_balances(*showdowns_.order(way, poker::bits_of(board()), sorter_),
                            ranges.weights(1), balances);
    const std::span<const double> own = ranges.weights(0);
    const double sum = std::inner_product(own.begin(), own.end(), balances.begin(), 0.0);
    return sum / mass * std::min(betting.spent(0), betting.spent(1));
  }

  /// Returns the payoff of position 0 in chips, averaged over the remaining ranges and, if the
  /// betting ended early, over the missing board cards.
  double payoff() {
    if (!betting_.showdown()) return won_by_fold(betting_);
    const double mass = ranges_.mass();
    const std::size_t missing = showdowns_.missing(known_cards_);
    if (missing == 0) return shown_down(betting_, ranges_, {poker::CardSum(board()), 0}, mass);
    const BoardOutcomes boards = outcomes(missing, kShownDown);
    double mean = 0;
    for (const std::vector<Card>& set : boards.sets) {
      RangePair left = ranges_;
      poker::RunOut way{poker::CardSum(board()), 0};
      for (const Card card : set) {
        left.take(card);
        way.sum += card;
        way.mask |= std::uint64_t{1} << card;
      }
      mean += boards.weight * shown_down(betting_, left, way, mass);
    }
    return mean;
  }

  const ShowdownTable& showdowns_;
  const ValueFunction& value_;
  const Hand& hand_;
  const Aivat::Known& known_;
  Rng rng_;
  Betting betting_{hand_.game()};
  std::size_t actions_ = 0;      ///< number of actions replayed
  std::size_t known_cards_ = 0;  ///< number of board cards dealt
  RangePair ranges_{showdowns_.holdings()};
  poker::StrengthOrder sorter_;
  double correction_ = 0;
};

/// Returns the value for position 0 if `player` has `holding` and the other player any holding.
double value_of_holding(const ValueFunction& value, const Betting& start, const HoldingTable& table,
                        int player, std::size_t holding) {
  RangePair ranges(table);
  ranges.hold(player, holding);
  return value_of(value, {}, {&start, {}, &ranges});
}

}  // namespace

Aivat::Aivat(const poker::GameDefinition& game, std::shared_ptr<const ValueFunction> value,
             std::uint64_t seed)
    : value_(std::move(value)), seed_(seed), showdowns_(game) {
  const HoldingTable& table = showdowns_.holdings();
  const Betting start(game);
  for (int player = 0; player < 2; ++player) {
    std::vector<double>& values = deal_values_[static_cast<std::size_t>(player)];
    values.resize(table.size());
    if (start.finished()) continue;
    // Before the first board card, holdings that differ only in suits have equal values.
    std::vector<std::optional<double>> known(table.size());
    for (std::size_t number = 0; number < table.size(); ++number) {
      const std::size_t leader = table.number(poker::suits_renamed(table[number]));
      if (!known[leader]) known[leader] = value_of_holding(*value_, start, table, player, leader);
      values[number] = *known[leader];
    }
  }
}

Status check_whole(const Hand& hand) {
  if (!hand.betting().finished()) return Error{"aivat.hand.unfinished", "it is not finished"};
  if (hand.hole(0).empty() || hand.hole(1).empty())
    return Error{"aivat.hand.cards", "the cards of both players must be there"};
  if (contains(hand.board(), poker::kNoCard))
    return Error{"aivat.hand.cards", "cards of the board are missing"};
  return {};
}

Result<double> Aivat::estimate(const Hand& hand, const Known& known, std::uint64_t copy) const {
  Replay replay(showdowns_, *value_, hand, known,
                stream_rng(stream_seed(seed_, kRandomPurpose, copy), kRandomPurpose, hand.id()));
  for (int player = 0; player < 2; ++player) {
    if (known[static_cast<std::size_t>(player)] == nullptr)
      replay.deal_own(player, deal_values_[static_cast<std::size_t>(player)]);
  }
  if (const Status played = replay.play(); !played) return played.error();
  return replay.worth();
}

}  // namespace trivium::learning::poker_measure
