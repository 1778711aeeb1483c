#include "learning/poker_measure/matches/log_score.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/equity/holdings.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/matches/aivat.h"
#include "learning/poker_measure/matches/all_in_expectation.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_value.h"

namespace trivium::learning::poker_measure {

using poker::Hand;
using poker::StateRecord;

namespace {

constexpr std::size_t kLogged = 3;

/// Winnings of the player in one hand.
struct LogEstimates {
  std::array<double, kLogged> won{};  ///< raw, all-in, AIVAT
  std::string unlike;                 ///< error if an action contradicts the policy, else empty
};
/// The log is rejected if more than one hand in this many contradicts the policy.
constexpr std::uint64_t kMinHandsEach = 100;

}  // namespace

Result<int> position_in(const StateRecord& record, std::string_view player) {
  const Hand& hand = record.hand;
  const auto fault = [&](std::string_view what) {
    return Error{"poker.log.hand", "hand {}: {}", hand.id(), what};
  };
  if (const Status whole = check_whole(hand); !whole) return fault(whole.error().message);
  const auto found = std::find(record.names.begin(), record.names.end(), player);
  if (found == record.names.end()) return fault(fmt::format("{} does not play in it", player));
  if (std::find(found + 1, record.names.end(), player) != record.names.end())
    return fault(fmt::format("two players are called {}", player));
  const poker::Payoffs payoffs = hand.payoffs();
  for (std::size_t k = 0; k < record.payoffs.size(); ++k) {
    if (poker::payoff_text(record.payoffs[k]) == poker::payoff_text(payoffs[k])) continue;
    return fault(fmt::format("position {} won {} by the cards, the line states {}", k,
                             poker::payoff_text(payoffs[k]),
                             poker::payoff_text(record.payoffs[k])));
  }
  return static_cast<int>(found - record.names.begin());
}

Result<LogScore> score_log(const poker::GameDefinition& game, std::span<const StateRecord> hands,
                           std::string_view player, const poker::Policy& policy,
                           const LogScoreOptions& options) {
  if (const Status fit = check_two_players(game, "AIVAT"); !fit) return fit.error();
  if (const Status can = policy.can_play(game); !can) return can.error();
  if (hands.empty()) return Error{"poker.log.empty", "there are no hands"};
  std::vector<int> positions;
  for (const StateRecord& record : hands) {
    const Result<int> position = position_in(record, player);
    if (!position) return position.error();
    positions.push_back(*position);
  }
  const Result<Aivat> aivat =
      Aivat::make(game, std::make_shared<const ShowdownValue>(game, options.threads), options.seed);
  if (!aivat) return aivat.error();

  const double unit = in_milli_blinds(game, 1);
  const auto estimate = [&](std::size_t number) {
    const StateRecord& record = hands[number];
    Aivat::Known known{};
    known[static_cast<std::size_t>(positions[number])] = &policy;
    // Hand numbers may repeat in a log of several blocks, so the index in the log is passed too.
    const Result<double> worth = aivat->estimate(record.hand, known, number);
    const double sign = positions[number] == 0 ? unit : -unit;
    const double expected = sign * expected_payoffs(record.hand)[0];
    return LogEstimates{
        {sign * record.hand.payoffs()[0], expected, worth ? sign * *worth : expected},
        worth ? "" : worth.error().message};
  };
  std::vector<LogEstimates> estimates(hands.size());
  for_each_item(
      hands.size(), options.threads,
      [&](std::size_t number) { estimates[number] = estimate(number); }, options.progress);

  DealClusters clusters;
  std::array<std::vector<double>, kLogged> values;
  std::array<std::vector<double>, kLogged> less_raw;
  const auto is_unlike = [](const LogEstimates& estimated) { return !estimated.unlike.empty(); };
  const auto unlike = static_cast<std::uint64_t>(std::ranges::count_if(estimates, is_unlike));
  if (unlike * kMinHandsEach > hands.size()) {
    const auto first = std::ranges::find_if(estimates, is_unlike);
    return Error{"poker.log.policy",
                 "{} does not play by that policy in {} of {} hands: {}",
                 player,
                 unlike,
                 hands.size(),
                 first->unlike};
  }
  for (std::size_t number = 0; number < hands.size(); ++number) {
    const LogEstimates& estimated = estimates[number];
    clusters.add(hands[number].hand);
    for (std::size_t k = 0; k < kLogged; ++k) {
      values[k].push_back(estimated.won[k]);
      less_raw[k].push_back(estimated.won[k] - estimated.won[0]);
    }
  }
  const auto mean = [&](const std::vector<double>& of) { return clusters.mean(of); };
  return LogScore{hands.size(),     unlike,          mean(values[0]),
                  mean(values[1]),  mean(values[2]), mean(less_raw[1]),
                  mean(less_raw[2])};
}

}  // namespace trivium::learning::poker_measure
