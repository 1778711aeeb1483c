#include "learning/poker_measure/best_response/local_best_response.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/weighted_draw.h"
#include "learning/harness/seeds.h"
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
/// Maximum number of run-outs over which a balance is averaged. If there are more, a fixed sample
/// is used. The flop of hold'em has 1,081 run-outs, so all of them are used from there on.
constexpr std::size_t kMaxRunOuts = 1200;
/// Maximum number of deals of an exact measure.
constexpr double kMaxDeals = 1e6;

/// Data that all hands share.
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
  /// ShowdownTable::first_balances(); empty if the game begins with board cards.
  std::vector<float> first_balances;
};

/// The policy's action probabilities in one state, for its possible holdings.
struct Answer {
  ActionDistribution choice;
  std::vector<std::uint32_t> asked;  ///< number of the holding of each row
};

/// One hand: the betting, the LBR player's cards and the policy's range.
class LbrHand {
 public:
  /// `seat` is the LBR player's position. `deal` has its cards and the whole board.
  LbrHand(const Setting& setting, int seat, const Deal& deal)
      : setting_(&setting), seat_(seat), hand_(*setting.game, 0, deal) {
    const poker::HoldingTable& holdings = setting.table.holdings();
    own_ = holdings.number(poker::holding_of(hand_, seat));
    board_ = poker::bits_of(std::span(deal.board).first(setting.game->all_board_cards()));
    range_.resize(holdings.size());
    for (std::size_t number = 0; number < holdings.size(); ++number) {
      range_[number] = (holdings.mask(number) & holdings.mask(own_)) == 0 ? 1.0 : 0.0;
    }
  }

  bool finished() const noexcept { return hand_.betting().finished(); }
  bool on_turn() const noexcept { return hand_.betting().actor() == seat_; }
  std::uint64_t questions() const noexcept { return questions_; }

  /// Plays the best action of the LBR player. Requires: on_turn().
  void respond() {
    const poker::Betting& betting = hand_.betting();
    const BetSet& bets = setting_->bets.at(betting.round());
    const std::vector<Action> raises = raises_of(bets, betting);
    const bool may_fold = bets.folds && betting.can_fold();
    if (raises.empty() && !may_fold) return hand_.do_action(Action::call());
    const std::vector<double> seen = seen_range();
    const double mass = std::accumulate(seen.begin(), seen.end(), 0.0);
    Action best = Action::call();
    double best_value = called_down(seen, betting) / mass;
    if (may_fold && -betting.spent(seat_) > best_value) {
      best_value = -betting.spent(seat_);
      best = Action::fold();
    }
    std::optional<Answer> expected;
    for (const Action raise : raises) {
      Hand after = hand_;
      after.do_action(raise);
      std::optional<Answer> answer;
      const double value = raised(seen, after, answer) / mass;
      if (value <= best_value) continue;
      best_value = value;
      best = raise;
      expected = std::move(answer);
    }
    hand_.do_action(best);
    // The value of a raise already needed the policy's answer to it.
    answer_ = std::move(expected);
  }

  /// Returns the probabilities of the policy's actions, given the LBR player's cards and the whole
  /// board of the deal. Requires: the policy is to act.
  std::vector<double> probabilities() {
    if (!answer_) answer_ = ask(hand_);
    std::vector<double> sums(answer_->choice.actions.size());
    double all = 0;
    for (std::size_t k = 0; k < answer_->asked.size(); ++k) {
      const std::uint32_t number = answer_->asked[k];
      if ((setting_->table.holdings().mask(number) & board_) != 0) continue;
      const std::span<const double> row = answer_->choice.row(k);
      for (std::size_t a = 0; a < row.size(); ++a) sums[a] += range_[number] * row[a];
      all += range_[number];
    }
    for (double& sum : sums) sum /= all;
    return sums;
  }

  /// Plays action number `chosen` of probabilities() and updates the policy's range.
  void take(std::size_t chosen) {
    for (std::size_t k = 0; k < answer_->asked.size(); ++k)
      range_[answer_->asked[k]] *= answer_->choice.row(k)[chosen];
    hand_.do_action(answer_->choice.actions[chosen]);
    answer_.reset();
  }

  /// Returns the chips that the LBR player won: the mean over the policy's range. Requires:
  /// finished().
  double winnings() {
    const poker::Betting& betting = hand_.betting();
    if (betting.folded(seat_)) return -betting.spent(seat_);
    if (betting.folded(1 - seat_)) return betting.spent(1 - seat_);
    // Board cards after the last action are averaged over. Before the first board card a balance
    // would come from a sample of the run-outs, so the dealt board is used instead.
    const int round = hand_.actions().empty() ? 0 : hand_.actions().back().round;
    const bool before_board = setting_->game->board_cards_through(round) == 0;
    const std::size_t known =
        before_board ? hand_.board().size()
                     : static_cast<std::size_t>(setting_->game->board_cards_through(round));
    const std::vector<double> seen = range_without(poker::bits_of(hand_.board().first(known)));
    const double mass = std::accumulate(seen.begin(), seen.end(), 0.0);
    const double sum = weighted_sum(seen, balances_on(hand_.board().first(known)));
    return sum / mass * std::min(betting.spent(0), betting.spent(1));
  }

 private:
  /// Returns the range without the holdings that contain one of `cards`, a bit mask.
  std::vector<double> range_without(std::uint64_t cards) const {
    std::vector<double> range = range_;
    for (std::size_t number = 0; number < range.size(); ++number) {
      if ((setting_->table.holdings().mask(number) & cards) != 0) range[number] = 0;
    }
    return range;
  }
  /// Returns the sum of `balances` with the weights of the range `seen`.
  static double weighted_sum(std::span<const double> seen, std::span<const float> balances) {
    double sum = 0;
    for (std::size_t number = 0; number < seen.size(); ++number)
      sum += seen[number] * static_cast<double>(balances[number]);
    return sum;
  }
  /// Returns the range given the LBR player's cards and the board cards on the table.
  std::vector<double> seen_range() const { return range_without(poker::bits_of(hand_.board())); }

  /// Returns the balance of the LBR player's cards against each holding on the current board.
  std::span<const float> balances() {
    const std::span<const Card> board = hand_.board();
    const std::size_t size = setting_->table.holdings().size();
    if (board.empty() && !setting_->first_balances.empty())
      return std::span(setting_->first_balances).subspan(own_ * size, size);
    return balances_on(board);
  }

  /// Returns the balances on `board`, a prefix of the dealt board. Caches those of one length.
  std::span<const float> balances_on(std::span<const Card> board) {
    if (balances_.empty() || balances_cards_ != board.size()) {
      balances_ = setting_->table.balances_of(own_, board, kMaxRunOuts);
      balances_cards_ = board.size();
    }
    return balances_;
  }

  /// Queries the policy for the possible holdings in its range.
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
    // Hides the LBR player's cards from the policy.
    Deal open;
    open.board = hand.deal().board;
    Hand shown = hand;
    shown.set_deal(open);
    setting_->policy->distribution(shown.public_state(), holdings, answer.choice);
    return answer;
  }

  /// Returns the value of a call that is followed by checks, times the weight of the range.
  double called_down(std::span<const double> seen, const poker::Betting& betting) {
    poker::Chips chips = betting.spent(seat_) + betting.to_call();
    chips = std::min(chips, betting.max_spent());
    return weighted_sum(seen, balances()) * chips;
  }

  /// Returns the value of the raise that led to `after`, times the weight of the range. The policy
  /// folds a part of its range and calls with the rest. Stores its answer if it has to act.
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
  std::uint64_t board_ = 0;  ///< cards of the whole dealt board
  /// Probability of the policy's actions with each holding; 0 if it shares a card with the LBR
  /// player's own.
  std::vector<double> range_;
  std::optional<Answer> answer_;    ///< for the current state, if already computed
  std::vector<float> balances_;     ///< cached by balances_on()
  std::size_t balances_cards_ = 0;  ///< number of board cards to which balances_ belong
  std::uint64_t questions_ = 0;
};

/// Plays a hand with sampled actions of the policy. Returns the LBR player's winnings in chips.
double play(LbrHand& hand, Rng& rng) {
  while (!hand.finished()) {
    if (hand.on_turn()) {
      hand.respond();
    } else {
      hand.take(sample_index(hand.probabilities(), rng));
    }
  }
  return hand.winnings();
}

/// Returns the LBR player's expected winnings in chips over all actions of the policy.
double expectation(LbrHand hand) {
  while (!hand.finished() && hand.on_turn()) hand.respond();
  if (hand.finished()) return hand.winnings();
  const std::vector<double> probabilities = hand.probabilities();
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
  const auto hands = static_cast<std::size_t>(options.hands);
  const auto add = [&](LbrResult& part, std::size_t number) {
    Rng rng = stream_rng(options.seed, kLbrDeals, number);
    const int seat = static_cast<int>(number % 2);
    LbrHand hand(setting, seat, random_deal(game, std::span(&seat, 1), rng));
    part.by_position[static_cast<std::size_t>(seat)].add(unit * play(hand, rng));
    part.questions += hand.questions();
  };
  return sum_of_items(hands, Shards((hands + kHandsAtOnce - 1) / kHandsAtOnce, options.threads),
                      LbrResult(), add, options.progress);
}

Result<std::array<double, 2>> exact_local_best_response(const GameDefinition& game,
                                                        const Policy& policy, const BetPlan& bets) {
  if (const Status fit = check(game, policy); !fit) return fit.error();
  const double deals = number_of_deals(game, 1);
  if (deals > kMaxDeals)
    return Error{"poker.measure.size", "{:.0f} deals are too many for an exact local best response",
                 deals};
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
