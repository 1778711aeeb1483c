#include "tools/trivium/page/poker_review.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "engine/core/weighted_draw.h"
#include "engine/poker/rules/records.h"
#include "engine/poker/words.h"
#include "learning/statistics/intervals.h"
#include "learning/statistics/moments.h"

namespace trivium::tools::page {

using nlohmann::json;
using poker::Hand;

namespace {

/// Draws the cards that the player does not know, and plays hands to their end.
class Playouts {
 public:
  /// `before` is the hand at the decision of `player`.
  Playouts(const Hand& before, int player, const poker::Policy& policy,
           const poker::HoldingTable& holdings)
      : before_(before), player_(player), policy_(policy), holdings_(holdings) {
    const std::uint64_t own = poker::bits_of(before.hole(player));
    chances_ = reach_of(before, 1 - player, policy, holdings);
    for (std::size_t k = 0; k < holdings.size(); ++k) {
      if ((holdings.mask(k) & own) != 0) chances_[k] = 0;
    }
    for (const double chance : chances_) sum_ += chance;
  }

  /// False if the strategy would never have played the opponent's actions.
  bool possible() const noexcept { return sum_ > 0; }

  /// Returns the hand before the decision with the unknown cards drawn by `rng`.
  Hand draw(Rng& rng) const {
    const std::size_t number = sample_index(chances_, rng, sum_);
    poker::Deal deal = before_.deal();
    const auto opponent = static_cast<std::size_t>(1 - player_);
    std::ranges::copy(holdings_[number], deal.hole[opponent].begin());
    std::uint64_t used = holdings_.mask(number) | poker::bits_of(before_.hole(player_)) |
                         poker::bits_of(before_.board());
    const std::uint64_t deck = before_.game().deck().bits();
    for (std::size_t i = before_.board().size(); i < before_.game().all_board_cards(); ++i) {
      poker::Card card = 0;
      do {
        card = static_cast<poker::Card>(rng.below(poker::kCards));
      } while ((deck >> card & 1) == 0 || (used >> card & 1) != 0);
      used |= std::uint64_t{1} << card;
      deal.board[i] = card;
    }
    Hand hand = before_;
    hand.set_deal(deal);
    return hand;
  }

  /// Plays `action` and then by the policy; returns the player's winnings in chips.
  double play(Hand hand, poker::Action action, Rng rng) const {
    hand.do_action(action);
    poker::ActionDistribution choice;
    while (!hand.betting().finished())
      hand.do_action(poker::draw_action(policy_, hand, rng, choice));
    return hand.payoffs()[static_cast<std::size_t>(player_)];
  }

 private:
  const Hand& before_;
  int player_;
  const poker::Policy& policy_;
  const poker::HoldingTable& holdings_;
  std::vector<double> chances_;  ///< of the opponent's holdings, by number; not normalized
  double sum_ = 0;
};

/// The actions that are compared: those of the strategy, and the one that was taken.
std::vector<poker::Action> compared(const poker::ActionDistribution& answers, poker::Action taken) {
  std::vector<poker::Action> actions = answers.actions;
  if (std::ranges::find(actions, taken) == actions.end()) actions.push_back(taken);
  return actions;
}

ReviewedDecision review_decision(const Hand& before, poker::Action taken, int player,
                                 const poker::Policy& policy, const poker::HoldingTable& holdings,
                                 const PokerReviewOptions& options, std::uint64_t number) {
  const poker::Betting& betting = before.betting();
  ReviewedDecision reviewed{before.id(),
                            poker::round_words(before.game(), betting.round()),
                            text::joined(before.hole(player), "", poker::card_text),
                            text::joined(before.board(), "", poker::card_text),
                            poker::betting_text(before),
                            poker::action_words(betting, taken),
                            poker::action_words(betting, taken)};
  const poker::Holding holding = poker::holding_of(before, player);
  poker::ActionDistribution answers;
  policy.distribution(before.public_state(), std::span(&holding, 1), answers);
  const std::vector<poker::Action> actions = compared(answers, taken);
  const auto place = static_cast<std::size_t>(std::ranges::find(actions, taken) - actions.begin());
  if (place < answers.actions.size()) reviewed.probability = answers.row(0)[place];
  const Playouts playouts(before, player, policy, holdings);
  if (actions.size() < 2 || !playouts.possible()) return reviewed;

  Rng rng(options.seed * 0x9E3779B97F4A7C15U + number);
  std::vector<std::vector<double>> won(actions.size());
  for (std::uint64_t i = 0; i < options.playouts; ++i) {
    const Hand hand = playouts.draw(rng);
    const Rng choices(rng());
    for (std::size_t a = 0; a < actions.size(); ++a)
      won[a].push_back(playouts.play(hand, actions[a], choices));
  }
  const auto half = static_cast<std::ptrdiff_t>(options.playouts / 2);
  std::size_t best = place;
  double most = -1e300;
  for (std::size_t a = 0; a < actions.size(); ++a) {
    double sum = 0;
    for (std::ptrdiff_t i = 0; i < half; ++i) sum += won[a][static_cast<std::size_t>(i)];
    if (sum > most) most = sum, best = a;
  }
  learning::statistics::Moments loss;
  for (auto i = static_cast<std::size_t>(half); i < won[best].size(); ++i)
    loss.add((won[best][i] - won[place][i]) / before.game().big_blind());
  reviewed.best = poker::action_words(betting, actions[best]);
  reviewed.loss = loss.mean();
  if (best != place) reviewed.half_width = learning::statistics::kNormal95 * loss.standard_error();
  return reviewed;
}

/// The hands of the player, with its positions.
struct PlayerHands {
  std::string player;
  std::vector<std::pair<poker::StateRecord, int>> hands{};
};

Result<PlayerHands> hands_of(const poker::GameDefinition& game, const std::string& text,
                             const std::string& name) {
  PlayerHands found{name};
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = text::trimmed(text::take_line(rest));
    ++number;
    if (!line.starts_with("STATE:")) continue;
    Result<poker::StateRecord> record = poker::parse_state(line, game);
    if (!record) return at_place(fmt::format("line {}", number), record.error());
    if (record->names.empty()) continue;
    if (found.player.empty()) found.player = record->names.front();
    const auto seat = std::ranges::find(record->names, found.player);
    if (seat == record->names.end()) continue;
    const int position = static_cast<int>(seat - record->names.begin());
    const std::span<const poker::Card> board = record->hand.board();
    const bool known = std::ranges::find(board, poker::kNoCard) == board.end();
    if (!known || record->hand.hole(position).empty()) continue;
    found.hands.emplace_back(*std::move(record), position);
  }
  if (found.hands.empty()) {
    return Error{"bad_position",
                 found.player.empty()
                     ? "no STATE line of a finished hand"
                     : fmt::format("no hand of {} with its cards", text::quoted(found.player, 32))};
  }
  return found;
}

}  // namespace

std::vector<double> reach_of(const Hand& hand, int player, const poker::Policy& policy,
                             const poker::HoldingTable& holdings) {
  std::vector<double> reach(holdings.size(), 1.0);
  const std::uint64_t board = poker::bits_of(hand.board());
  std::vector<poker::Holding> possible;
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < holdings.size(); ++k) {
    if ((holdings.mask(k) & board) != 0) {
      reach[k] = 0;
      continue;
    }
    possible.push_back(holdings[k]);
    numbers.push_back(k);
  }
  Hand before(hand.game(), 0, hand.deal());
  poker::ActionDistribution answers;
  for (const poker::PlayedAction& played : hand.actions()) {
    if (played.player == player) {
      policy.distribution(before.public_state(), possible, answers);
      const auto taken = std::ranges::find(answers.actions, played.action);
      if (taken != answers.actions.end()) {
        const auto column = static_cast<std::size_t>(taken - answers.actions.begin());
        for (std::size_t i = 0; i < numbers.size(); ++i)
          reach[numbers[i]] *= answers.row(i)[column];
      }
    }
    before.do_action(played.action);
  }
  return reach;
}

Result<PokerReview> review_poker(const poker::GameDefinition& game, const std::string& text,
                                 const poker::Policy& policy, const PokerReviewOptions& options,
                                 const std::function<void(std::size_t, std::size_t)>& progress,
                                 const std::stop_token& stop) {
  if (game.players != 2) return Error{"unavailable", "a review needs a game of two players"};
  if (const Status can = policy.can_play(game); !can) return can.error();
  const Result<PlayerHands> found = hands_of(game, text, options.player);
  if (!found) return found.error();
  const poker::HoldingTable holdings(game);
  PokerReview review{found->player, found->hands.size()};
  std::uint64_t number = 0;
  for (std::size_t done = 0; done < found->hands.size(); ++done) {
    const auto& [record, player] = found->hands[done];
    Hand before(game, record.hand.id(), record.hand.deal());
    for (const poker::PlayedAction& played : record.hand.actions()) {
      if (stop.stop_requested()) return Error{"canceled", "the review was canceled"};
      if (played.player == player) {
        review.decisions.push_back(
            review_decision(before, played.action, player, policy, holdings, options, number++));
      }
      before.do_action(played.action);
    }
    progress(done + 1, found->hands.size());
  }
  return review;
}

json to_json(const PokerReview& review) {
  json decisions = json::array();
  for (const ReviewedDecision& one : review.decisions) {
    decisions.push_back({{"hand", one.hand},
                         {"street", one.street},
                         {"hole", one.hole},
                         {"board", one.board},
                         {"history", one.history},
                         {"played", one.played},
                         {"best", one.best},
                         {"probability", one.probability},
                         {"loss", one.loss},
                         {"half_width", one.half_width}});
  }
  return {{"game", "poker"},
          {"player", review.player},
          {"hands", review.hands},
          {"decisions", std::move(decisions)}};
}

}  // namespace trivium::tools::page
