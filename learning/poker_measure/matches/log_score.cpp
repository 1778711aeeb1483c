#include "learning/poker_measure/matches/log_score.h"

#include <algorithm>
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
  const Aivat aivat(game, std::make_shared<const ShowdownValue>(game, options.threads),
                    options.seed);

  // Winnings of the player by hand, and the error if an action contradicts the policy, else empty.
  std::vector<double> raw(hands.size()), all_in(hands.size()), by_aivat(hands.size());
  std::vector<std::string> faults(hands.size());
  const double unit = in_milli_blinds(game, 1);
  const auto estimate = [&](std::size_t number) {
    const StateRecord& record = hands[number];
    Aivat::Known known{};
    known[static_cast<std::size_t>(positions[number])] = &policy;
    // Hand numbers may repeat in a log of several blocks, so the index in the log is passed too.
    const Result<double> worth = aivat.estimate(record.hand, known, number);
    const double sign = positions[number] == 0 ? unit : -unit;
    raw[number] = sign * record.hand.payoffs()[0];
    all_in[number] = sign * expected_payoffs(record.hand)[0];
    by_aivat[number] = worth ? sign * *worth : all_in[number];
    if (!worth) faults[number] = worth.error().message;
  };
  for_each_item(hands.size(), options.threads, estimate, options.progress);

  const auto is_fault = [](const std::string& fault) { return !fault.empty(); };
  const auto unlike = static_cast<std::uint64_t>(std::ranges::count_if(faults, is_fault));
  if (unlike * kMinHandsEach > hands.size()) {
    return Error{"poker.log.policy",
                 "{} does not play by that policy in {} of {} hands: {}",
                 player,
                 unlike,
                 hands.size(),
                 *std::ranges::find_if(faults, is_fault)};
  }
  DealClusters clusters;
  for (const StateRecord& record : hands) clusters.add(record.hand);
  const auto less_raw = [&](std::vector<double> values) {
    for (std::size_t number = 0; number < raw.size(); ++number) values[number] -= raw[number];
    return clusters.mean(values);
  };
  return LogScore{.hands = hands.size(),
                  .unlike = unlike,
                  .raw = clusters.mean(raw),
                  .all_in = clusters.mean(all_in),
                  .aivat = clusters.mean(by_aivat),
                  .all_in_less_raw = less_raw(all_in),
                  .aivat_less_raw = less_raw(by_aivat)};
}

}  // namespace trivium::learning::poker_measure
