#include "learning/poker_measure/best_response/local_best_response.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/weighted_draw.h"
#include "engine/poker/equity/combinations.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_balance.h"

namespace trivium::learning::poker_measure {

using poker::Action;
using poker::ActionDistribution;
using poker::Card;
using poker::Deal;
using poker::GameDefinition;
using poker::Hand;
using poker::Policy;

namespace {

constexpr std::uint64_t kLbrDeals = 0x6C6272;
constexpr std::size_t kHandsAtOnce = 8;
/// Boards that stand for all before the first board card of a large deck; from the flop of hold'em
/// on (1,081 boards) none is left out.
constexpr std::size_t kMaxRunOuts = 1200;
/// Deals that an exact measure looks at, at most.
constexpr double kMaxDeals = 1e6;

/// What is the same for all hands.
struct Setting {
  Setting(const GameDefinition& played, const Policy& measured, BetPlan plan, std::size_t threads)
      : game(&played), policy(&measured), bets(std::move(plan)), table(played) {
    if (played.board_cards_through(0) == 0)
      first_balances = table.first_balances(kMaxRunOuts, threads);
  }

  const GameDefinition* game;
  const Policy* policy;
  BetPlan bets;
  ShowdownTable table;
  std::vector<float>
      first_balances;  ///< before the first board card; empty where a game begins with some
};

/// The policy's answer in one state, for the holdings that the measuring player thinks possible
/// there.
struct Answer {
  ActionDistribution choice;
  std::vector<std::uint32_t> asked;  ///< numbers of the holdings, in the order of the rows
};

/// One hand: the betting, the measuring player's cards and the policy's range.
class LbrHand {
 public:
  /// `deal` holds the measuring player's cards and the whole board.
  LbrHand(const Setting& setting, int seat, const Deal& deal)
      : setting_(&setting), seat_(seat), hand_(*setting.game, 0, deal) {
    const poker::HoldingTable& holdings = setting.table.holdings();
    own_ = holdings.number(poker::holding_of(hand_, seat));
    board_ = poker::bits_of(std::span(deal.board)
                                .first(static_cast<std::size_t>(
                                    setting.game->board_cards_through(setting.game->rounds - 1))));
    range_.resize(holdings.size());
    for (std::size_t number = 0; number < holdings.size(); ++number) {
      range_[number] = (holdings.mask(number) & holdings.mask(own_)) == 0 ? 1.0 : 0.0;
    }
  }

  bool finished() const noexcept { return hand_.betting().finished(); }
  bool on_turn() const noexcept { return hand_.betting().actor() == seat_; }
  std::uint64_t questions() const noexcept { return questions_; }

  /// Plays the best action for the measuring player. Requires: on_turn().
  void respond() {
    const poker::Betting& betting = hand_.betting();
    const BetSet& bets = setting_->bets.at(betting.round());
    const std::vector<Action> raises = raises_of(bets, betting);
    const bool may_fold = bets.folds && betting.can_fold();
    if (raises.empty() && !may_fold) return hand_.do_action(Action::call());
    const std::vector<double> seen = seen_range();
    const double mass = std::accumulate(seen.begin(), seen.end(), 0.0);
    Action best = Action::call();
    double most = called_down(seen, betting) / mass;
    if (may_fold && -betting.spent(seat_) > most) {
      most = -betting.spent(seat_);
      best = Action::fold();
    }
    std::optional<Answer> expected;
    for (const Action raise : raises) {
      Hand after = hand_;
      after.do_action(raise);
      std::optional<Answer> answer;
      const double worth = raised(seen, after, answer) / mass;
      if (worth <= most) continue;
      most = worth;
      best = raise;
      expected = std::move(answer);
    }
    hand_.do_action(best);
    // The question to come has been answered already.
    answer_ = std::move(expected);
  }

  /// What the policy, which is on turn, may do, and how likely: given the measuring player's cards
  /// and the whole board.
  struct Choices {
    std::vector<Action> actions;
    std::vector<double> probabilities;
  };
  Choices choices() {
    if (!answer_) answer_ = ask(hand_);
    const std::vector<Action>& actions = answer_->choice.actions;
    Choices choices{actions, std::vector<double>(actions.size())};
    double all = 0;
    for (std::size_t k = 0; k < answer_->asked.size(); ++k) {
      const std::uint32_t number = answer_->asked[k];
      if ((setting_->table.holdings().mask(number) & board_) != 0) continue;
      const std::span<const double> row = answer_->choice.row(k);
      for (std::size_t a = 0; a < row.size(); ++a)
        choices.probabilities[a] += range_[number] * row[a];
      all += range_[number];
    }
    for (double& probability : choices.probabilities) probability /= all;
    return choices;
  }

  /// The policy does the action number `chosen` of choices().
  void take(std::size_t chosen) {
    for (std::size_t k = 0; k < answer_->asked.size(); ++k)
      range_[answer_->asked[k]] *= answer_->choice.row(k)[chosen];
    hand_.do_action(answer_->choice.actions[chosen]);
    answer_.reset();
  }

  /// What the measuring player has won: the mean over what the policy may hold.
  double settle() {
    const poker::Betting& betting = hand_.betting();
    if (betting.folded(seat_)) return -betting.spent(seat_);
    if (betting.folded(1 - seat_)) return betting.spent(1 - seat_);
    // The hand is in its last round. Where the betting ended before the first board card, the board
    // that was dealt decides: balances then come from a sample.
    const int round = hand_.actions().empty() ? 0 : hand_.actions().back().round;
    const bool before_board = setting_->game->board_cards_through(round) == 0;
    const std::size_t known =
        before_board ? hand_.board().size()
                     : static_cast<std::size_t>(setting_->game->board_cards_through(round));
    const std::vector<double> seen = range_without(poker::bits_of(hand_.board().first(known)));
    const double mass = std::accumulate(seen.begin(), seen.end(), 0.0);
    const std::span<const float> balances = balances_on(hand_.board().first(known));
    double sum = 0;
    for (std::size_t number = 0; number < seen.size(); ++number)
      sum += seen[number] * static_cast<double>(balances[number]);
    return sum / mass * std::min(betting.spent(0), betting.spent(1));
  }

 private:
  std::vector<double> range_without(std::uint64_t cards) const {
    std::vector<double> range = range_;
    for (std::size_t number = 0; number < range.size(); ++number) {
      if ((setting_->table.holdings().mask(number) & cards) != 0) range[number] = 0;
    }
    return range;
  }
  /// The range as the measuring player sees it: cards to come may be in it.
  std::vector<double> seen_range() const { return range_without(poker::bits_of(hand_.board())); }

  /// Against each holding, as the board lies now.
  std::span<const float> balances() {
    const std::span<const Card> board = hand_.board();
    const std::size_t size = setting_->table.holdings().size();
    if (board.empty() && !setting_->first_balances.empty())
      return std::span(setting_->first_balances).subspan(own_ * size, size);
    return balances_on(board);
  }

  /// The same on so much of the hand's board, kept until another part of it is asked for.
  std::span<const float> balances_on(std::span<const Card> board) {
    if (balances_.empty() || balances_cards_ != board.size()) {
      balances_ = setting_->table.balances_of(own_, board, kMaxRunOuts);
      balances_cards_ = board.size();
    }
    return balances_;
  }

  Answer ask(const Hand& hand) {
    ++questions_;
    Answer answer;
    const std::uint64_t board = poker::bits_of(hand.board());
    std::vector<poker::Holding> holdings;
    for (std::uint32_t number = 0; number < range_.size(); ++number) {
      if (range_[number] <= 0 || (setting_->table.holdings().mask(number) & board) != 0) continue;
      answer.asked.push_back(number);
      holdings.push_back(setting_->table.holdings()[number]);
    }
    // What the policy sees is public: not the cards of the deal.
    Deal open;
    open.board = hand.deal().board;
    Hand shown = hand;
    shown.set_deal(open);
    setting_->policy->distribution(shown.public_state(), holdings, answer.choice);
    return answer;
  }

  /// What a call, and checks from there on, are worth, times the weight of the range.
  double called_down(std::span<const double> seen, const poker::Betting& betting) {
    poker::Chips chips = betting.spent(seat_) + betting.to_call();
    chips = std::min(chips, betting.max_spent());
    const std::span<const float> balance = balances();
    double sum = 0;
    for (std::size_t number = 0; number < seen.size(); ++number)
      sum += seen[number] * static_cast<double>(balance[number]);
    return sum * chips;
  }

  /// The same of a raise, after which the policy folds a part of its range and calls with the rest.
  double raised(std::span<const double> seen, const Hand& after, std::optional<Answer>& answer) {
    const poker::Betting& betting = after.betting();
    if (betting.finished()) return called_down(seen, hand_.betting());
    answer = ask(after);
    const std::vector<Action>& actions = answer->choice.actions;
    const auto fold = static_cast<std::size_t>(
        std::find(actions.begin(), actions.end(), Action::fold()) - actions.begin());
    const double pot = betting.spent(1 - seat_);
    const double chips = std::min<double>(betting.spent(seat_), pot + betting.to_call());
    const std::span<const float> balance = balances();
    double sum = 0;
    for (std::size_t k = 0; k < answer->asked.size(); ++k) {
      const std::uint32_t number = answer->asked[k];
      const double folds = fold < actions.size() ? answer->choice.row(k)[fold] : 0;
      sum +=
          seen[number] * (folds * pot + (1 - folds) * chips * static_cast<double>(balance[number]));
    }
    return sum;
  }

  const Setting* setting_;
  int seat_;
  Hand hand_;
  std::size_t own_ = 0;
  std::uint64_t board_ = 0;    ///< of the whole deal
  std::vector<double> range_;  ///< what the policy has done with each holding; zero for those with
                               ///< a card of the measuring player
  std::optional<Answer> answer_;
  std::vector<float> balances_;
  std::size_t balances_cards_ = 0;
  std::uint64_t questions_ = 0;
};

/// A hand with dice: what the measuring player wins, in chips.
double play(LbrHand& hand, Rng& rng) {
  while (!hand.finished()) {
    if (hand.on_turn()) {
      hand.respond();
      continue;
    }
    hand.take(sample_index(hand.choices().probabilities, rng));
  }
  return hand.settle();
}

/// A hand with everything that may happen after the deal.
double expectation(LbrHand hand) {
  while (!hand.finished() && hand.on_turn()) hand.respond();
  if (hand.finished()) return hand.settle();
  const std::vector<double> probabilities = hand.choices().probabilities;
  double sum = 0;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] <= 0) continue;
    LbrHand after = hand;
    after.take(k);
    sum += probabilities[k] * expectation(std::move(after));
  }
  return sum;
}

Status check(const GameDefinition& game, const Policy& policy) {
  if (Status two = check_two_players(game, "local best response"); !two) return two;
  return policy.can_play(game);
}

/// What one shard saw.
struct Part {
  std::array<statistics::Moments, 2> by_position;
  std::uint64_t questions = 0;
};

}  // namespace

double LbrResult::mean() const noexcept {
  return (by_position[0].mean() + by_position[1].mean()) / 2;
}

double LbrResult::standard_error() const noexcept {
  return std::hypot(by_position[0].standard_error(), by_position[1].standard_error()) / 2;
}

Result<LbrResult> local_best_response(const GameDefinition& game, const Policy& policy,
                                      const LbrOptions& options) {
  if (const Status fit = check(game, policy); !fit) return fit.error();
  const Setting setting(game, policy, options.bets, options.threads);
  const double unit = in_milli_blinds(game, 1);
  const Shards shards((static_cast<std::size_t>(options.hands) + kHandsAtOnce - 1) / kHandsAtOnce,
                      options.threads);
  DoneCount done(options.progress);
  const auto work = [&](std::size_t shard) {
    Part part;
    const Range range = shards.range(shard, static_cast<std::size_t>(options.hands));
    for (std::size_t number = range.begin; number < range.end; ++number) {
      Rng rng = stream_rng(options.seed, kLbrDeals, number);
      const int seat = static_cast<int>(number % 2);
      LbrHand hand(setting, seat, deal_for(game, seat, rng));
      part.by_position[static_cast<std::size_t>(seat)].add(unit * play(hand, rng));
      part.questions += hand.questions();
    }
    done.add(range.end - range.begin);
    return part;
  };
  const auto merge = [](LbrResult& result, const Part& part) {
    for (std::size_t seat = 0; seat < 2; ++seat)
      result.by_position[seat].merge(part.by_position[seat]);
    result.questions += part.questions;
  };
  return shards.reduce(LbrResult(), work, merge);
}

Result<std::array<double, 2>> exact_local_best_response(const GameDefinition& game,
                                                        const Policy& policy, const BetPlan& bets) {
  if (const Status fit = check(game, policy); !fit) return fit.error();
  const double deals = number_of_deals(game, 1);
  if (deals > kMaxDeals)
    return Error{"poker.measure.size",
                 fmt::format("{:.0f} deals are too many for an exact local best response", deals)};
  const Setting setting(game, policy, bets, 1);
  std::array<double, 2> means{};
  for (int seat = 0; seat < 2; ++seat) {
    double sum = 0;
    std::uint64_t count = 0;
    for_each_deal(game, std::span(&seat, 1), [&](const Deal& deal) {
      sum += expectation(LbrHand(setting, seat, deal));
      ++count;
    });
    means[static_cast<std::size_t>(seat)] = in_milli_blinds(game, sum / static_cast<double>(count));
  }
  return means;
}

}  // namespace trivium::learning::poker_measure
