// What the commands that sample deals have in common: the game and its bets, how is sampled, checkpoints.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/sampled_run.h"
#include "tools/common_options.h"

namespace trivium::tools {

struct SamplingArguments {
  std::string game;
  std::string betting;  ///< standard where empty
  std::string sampler = "external";
  std::string weighting = "linear";
  std::uint64_t batch = 0;  ///< 0: the sampler's
  learning::cfr::SamplingSettings settings;
  learning::cfr::SampledRunOptions run;
  Reporting reporting;
};

/// Adds them to a command. `arguments` must live as long as it.
void add_sampling_options(Command& command, SamplingArguments& arguments);

/// Puts the words into the settings and iterations into whole batches, once the command line is
/// read. Throws UsageError.
void settle(SamplingArguments& arguments);

/// Throws format::LoadError, naming what is wrong with the game or its bets, or that there are more than `most` decisions.
std::shared_ptr<const poker::BettingTree> tree_of(const SamplingArguments& arguments, std::size_t most = poker::BettingTree::kMaxDecisions);

/// The part of a command line that decides what a run does, behind the command's name.
std::string reproducing_words(const SamplingArguments& arguments, const poker::BettingTree& tree);

/// What the strategy tables of a run take, one of which takes `table_bytes`: "36.9 MiB", with checkpoints also the most that writing one
/// adds.
std::string strategy_memory(const SamplingArguments& arguments, std::size_t table_bytes);

/// "12.3 MiB".
std::string mebibytes(std::size_t bytes);

/// Throws format::LoadError where the table would be too large, to be asked before anything is made for it.
void require_table(const poker::BettingTree& tree, std::span<const std::size_t> buckets);

}  // namespace trivium::tools
