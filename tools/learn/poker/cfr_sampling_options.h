// Options shared by the commands of Monte Carlo CFR: game and bet sizes, sampling, checkpoints.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/sampled_run.h"
#include "tools/common_options.h"
#include "tools/places.h"

namespace trivium::tools {

struct SamplingArguments : OutputOptions {
  std::string game;
  std::string betting;  ///< empty: standard
  std::string sampler = "external";
  std::string weighting = "linear";
  std::uint64_t batch = 0;  ///< 0: default of the sampler
  learning::cfr::SamplingSettings settings;
  learning::cfr::SampledRunOptions run;
};

/// Adds the options to a command, --game among them (`is_accepted`: see add_game_option()).
/// Requires: `arguments` outlives it.
void add_sampling_options(Command& command, SamplingArguments& arguments,
                          bool (*is_accepted)(const poker::GameDefinition& game));

/// Files in the folder of --report.
inline constexpr std::array kSamplingReport{"curve.csv", "curve.svg"};

/// Writes the learning curve of the run to --report, if it is given.
void write_sampling_report(const SamplingArguments& arguments,
                           std::span<const learning::cfr::SampledPoint> curve);

/// Converts the parsed words to settings and rounds numbers of iterations up to whole batches. Call
/// it after parsing. Throws UsageError if options contradict each other.
void resolve_sampling(SamplingArguments& arguments);

/// Builds the tree of the game with its bet sizes. Throws UsageError if the game or the bet sizes
/// are invalid, format::LoadError if the tree has more than `maximum` decisions.
std::shared_ptr<const poker::BettingTree> tree_of(
    const SamplingArguments& arguments, std::size_t maximum = poker::BettingTree::kMaxDecisions);

/// Returns the arguments and options that decide the result of a run, for the command line in a
/// manifest.
std::string reproducing_words(const SamplingArguments& arguments, const poker::BettingTree& tree);

/// Returns the memory of the strategy tables of a run, each of `table_bytes`: "36.9 MiB"; with
/// checkpoints also what writing one needs in addition.
std::string strategy_memory(const SamplingArguments& arguments, std::size_t table_bytes);

/// Formats a number of bytes: "12.3 MiB".
std::string mebibytes(std::size_t bytes);

/// Throws format::LoadError if the strategy table for these numbers of buckets would be too large.
/// Call it before allocating.
void require_table(const poker::BettingTree& tree, std::span<const std::size_t> buckets);

}  // namespace trivium::tools
