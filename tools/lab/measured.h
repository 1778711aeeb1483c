// What the poker commands of `trivium-lab` share: options, policies, and how results are printed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/poker_measure/matches/duplicate.h"
#include "tools/common_options.h"

namespace trivium::tools {

/// Options that all of them have.
struct MeasureOptions {
  std::string game;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Adds GAME, --seed, --threads, --quiet and --json.
void add_measure_options(Command& command, MeasureOptions& options);

/// Hands that policies which learn have seen before they are measured.
struct SeenHands {
  std::string log;     ///< a file; none where nothing was seen
  std::string player;  ///< as whom
};

/// Adds --after and --player.
void add_seen_hands(Command& command, SeenHands& seen);

/// The policy of that name, as poker::policy_named(). One that learns while it plays is frozen as it plays after the hands that it has
/// seen; an error where there are none: then it has no strategy to be asked for.
Result<std::shared_ptr<const poker::Policy>> measured_policy(const std::string& name, const poker::GameDefinition& game,
                                                             const SeenHands& seen);

/// The same for a command that cannot measure one that learns.
Result<std::shared_ptr<const poker::Policy>> fixed_policy_named(const std::string& name, const poker::GameDefinition& game);

/// "+12.3 mbb/g +-4.5 (7.8 to 16.8)".
std::string shown(const learning::poker_measure::Winnings& winnings);
/// mean, low, high, deviation, units.
nlohmann::ordered_json to_json(const learning::poker_measure::Winnings& winnings);

/// Reports the progress of a measure over `total` hands.
std::function<void(std::uint64_t)> progress_of(std::uint64_t total, const Reporting& reporting);

/// How much larger the variance is than the raw one, below 0 where luck was taken out: "-12.3 %", or "-" where there is no raw one.
std::string change_of_variance(const learning::poker_measure::Winnings& winnings, const learning::poker_measure::Winnings& raw);

}  // namespace trivium::tools
