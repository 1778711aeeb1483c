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

/// Options that all these commands have.
struct MeasureOptions {
  std::string game;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Adds --game, --seed, --threads, --quiet and --json.
void add_measure_options(Command& command, MeasureOptions& options);

/// Hands that learning policies observe before the measurement.
struct SeenHands {
  std::string log;     ///< file of STATE lines; empty: none
  std::string player;  ///< player whose seat the policy takes
};

/// Adds --after and --player.
void add_seen_hands(Command& command, SeenHands& seen);

/// Loads the policy of that name (poker::policy_named()). A policy that learns during play observes
/// the hands of `seen` and is then frozen. Fails for such a policy without hands, since it has no
/// fixed strategy.
Result<std::shared_ptr<const poker::Policy>> measured_policy(const std::string& name,
                                                             const poker::GameDefinition& game,
                                                             const SeenHands& seen);

/// Loads the policy of that name. Fails for a policy that learns during play.
Result<std::shared_ptr<const poker::Policy>> fixed_policy_named(const std::string& name,
                                                                const poker::GameDefinition& game);

/// Returns mean and 95 % interval: "+12.3 mbb/g +-4.5 (7.8 to 16.8)". Requires: `winnings` are in
/// thousandths of a big blind.
std::string shown(const learning::poker_measure::Winnings& winnings);
/// Returns an object with the members mean, low, high, deviation and units.
nlohmann::ordered_json to_json(const learning::poker_measure::Winnings& winnings);

/// Returns a function that takes the number of hands done, of `total`, and reports the progress.
/// `result` is the path of the result file, or empty.
std::function<void(std::uint64_t)> progress_of(std::uint64_t total, const Reporting& reporting,
                                               const std::string& result = {});

/// Returns shown() and the standard deviation, in columns.
std::string shown_estimate(const learning::poker_measure::Winnings& winnings);
/// As above, with two more columns: the change of the variance from `raw` to `winnings` ("-12.3 %";
/// "-" if the variance of `raw` is 0), and the difference of both, which is `less_raw`.
std::string shown_estimate(const learning::poker_measure::Winnings& winnings,
                           const learning::poker_measure::Winnings& raw,
                           const learning::poker_measure::Winnings& less_raw);

}  // namespace trivium::tools
