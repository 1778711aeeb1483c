// Common parts of the poker commands of `trivium-lab`: options, policies, printed results.
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

/// Options of all these commands.
struct MeasureOptions {
  std::string game;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Adds GAME, --seed, --threads, --quiet and --json.
void add_measure_options(Command& command, MeasureOptions& options);

/// Hands that learning policies observe before the measurement.
struct SeenHands {
  std::string log;     ///< a file; empty: none
  std::string player;  ///< player whose seat the policy takes
};

/// Adds --after and --player.
void add_seen_hands(Command& command, SeenHands& seen);

/// Loads the policy of that name, as poker::policy_named(). A policy that learns is frozen after
/// the given hands; without hands it is an error, since it has no fixed strategy.
Result<std::shared_ptr<const poker::Policy>> measured_policy(const std::string& name,
                                                             const poker::GameDefinition& game,
                                                             const SeenHands& seen);

/// Loads the policy of that name for a command that cannot measure a learning policy; such a policy
/// is an error.
Result<std::shared_ptr<const poker::Policy>> fixed_policy_named(const std::string& name,
                                                                const poker::GameDefinition& game);

/// "+12.3 mbb/g +-4.5 (7.8 to 16.8)".
std::string shown(const learning::poker_measure::Winnings& winnings);
/// JSON with mean, low, high, deviation, units.
nlohmann::ordered_json to_json(const learning::poker_measure::Winnings& winnings);

/// Reports the progress of a measure over `total` hands.
std::function<void(std::uint64_t)> progress_of(std::uint64_t total, const Reporting& reporting);

/// Change of the variance relative to the raw one, negative if reduced: "-12.3 %"; "-" without a
/// raw one.
std::string change_of_variance(const learning::poker_measure::Winnings& winnings,
                               const learning::poker_measure::Winnings& raw);

}  // namespace trivium::tools
