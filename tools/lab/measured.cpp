#include "tools/lab/measured.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/poker/player.h"
#include "engine/poker/policies/frozen_policy.h"
#include "engine/poker/policies/policies.h"
#include "learning/harness/progress.h"
#include "learning/poker_measure/matches/hand_log.h"
#include "tools/command.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

constexpr double kPercent = 100;

/// Returns what `policy` has learned after the hands of `seen`.
Result<std::shared_ptr<const poker::Experience>> experience_of(const poker::Policy& policy,
                                                               const poker::GameDefinition& game,
                                                               const SeenHands& seen) {
  const auto hands = learning::poker_measure::read_hand_log(seen.log, game);
  if (!hands) return hands.error();
  std::shared_ptr<const poker::Experience> experience = policy.fresh_experience();
  std::size_t found = 0;
  for (const poker::StateRecord& record : *hands) {
    const auto place = std::ranges::find(record.names, seen.player);
    if (place == record.names.end() || !record.hand.betting().finished()) continue;
    const int viewer = static_cast<int>(place - record.names.begin());
    experience = experience->with(poker::as_seen_from(record.hand, viewer), viewer);
    ++found;
  }
  if (found == 0)
    return Error{"poker.log.player", "{}: {} plays in none of its hands", seen.log, seen.player};
  return experience;
}

}  // namespace

void add_measure_options(Command& command, MeasureOptions& options) {
  add_game_option(command, "--game", options.game, is_for_two)->required()->old_argument();
  add_seed(command, options.seed, "cards and actions");
  add_threads(command, options.threads);
  add_reporting(command, options.reporting);
}

void add_seen_hands(Command& command, SeenHands& seen) {
  Option* log =
      command
          .add_option("--after FILE", seen.log,
                      "STATE lines of hands that learning policies observe before the measurement")
          ->check(existing_file());
  Option* player = command.add_option("--player NAME", seen.player,
                                      "Player of these hands whose seat the policy takes");
  log->needs(player);
  player->needs(log);
}

Result<std::shared_ptr<const poker::Policy>> measured_policy(const std::string& name,
                                                             const poker::GameDefinition& game,
                                                             const SeenHands& seen) {
  auto policy = poker::policy_named(name, game);
  if (!policy || (*policy)->fresh_experience() == nullptr) return policy;
  if (seen.log.empty()) {
    return Error{"poker.log.player",
                 "policy {} learns during play: use trivium-match for such matches, or name the "
                 "hands that it has learned from with --after",
                 name};
  }
  const auto experience = experience_of(**policy, game, seen);
  if (!experience) return experience.error();
  return std::shared_ptr<const poker::Policy>(
      std::make_shared<const poker::FrozenPolicy>(*policy, *experience));
}

Result<std::shared_ptr<const poker::Policy>> fixed_policy_named(const std::string& name,
                                                                const poker::GameDefinition& game) {
  auto policy = poker::policy_named(name, game);
  if (!policy || (*policy)->fresh_experience() == nullptr) return policy;
  return Error{"poker.policy.learns",
               "policy {} learns during play: its actions in a log are unknown", name};
}

std::string shown(const learning::poker_measure::Winnings& winnings) {
  return fmt::format("{:+.1f} mbb/g +-{:.1f} ({:.1f} to {:.1f})", winnings.mean,
                     winnings.half_width, winnings.low(), winnings.high());
}

nlohmann::ordered_json to_json(const learning::poker_measure::Winnings& winnings) {
  return {{"mean", winnings.mean},
          {"low", winnings.low()},
          {"high", winnings.high()},
          {"deviation", winnings.deviation},
          {"units", winnings.units}};
}

std::function<void(std::uint64_t)> progress_of(std::uint64_t total, const Reporting& reporting,
                                               const std::string& result) {
  const auto progress =
      std::make_shared<learning::Progress>("hands", total, reporting.progress(result));
  return [progress](std::uint64_t hands) { progress->update(hands); };
}

std::string shown_estimate(const learning::poker_measure::Winnings& winnings) {
  return fmt::format("{:<38} deviation {:>7.0f}", shown(winnings), winnings.deviation);
}

std::string shown_estimate(const learning::poker_measure::Winnings& winnings,
                           const learning::poker_measure::Winnings& raw,
                           const learning::poker_measure::Winnings& less_raw) {
  const double part = winnings.deviation / raw.deviation;
  return fmt::format(
      "{}, variance {}; less raw {:+.1f} +-{:.1f}", shown_estimate(winnings),
      raw.deviation > 0 ? fmt::format("{:+.1f} %", kPercent * (part * part - 1)) : "-",
      less_raw.mean, less_raw.half_width);
}

}  // namespace trivium::tools
