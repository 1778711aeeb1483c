// Options of `trivium-learn chess tdleaf` for its four sources: self-play, a game record, stored
// games, and regression on positions with results; and the run of that regression
// (tdleaf_regress.cpp). Each source rejects the options that it does not use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/tdleaf/regression.h"
#include "learning/tdleaf/tdleaf.h"
#include "tools/common_options.h"
#include "tools/learn/chess/self_play_arguments.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

enum class TdLeafSource : std::uint8_t { kSelfPlay, kRecord, kStored, kPositions };

struct TdLeafArguments : OutputOptions {
  std::string start = "nothing";  ///< initial weights, for weights_named()
  std::string prior = "start";    ///< weights of the prior: "start" or a name for weights_named()
  std::vector<std::string> data;  ///< files and folders of --data
  TdLeafSource source = TdLeafSource::kSelfPlay;  ///< what they contain, after find_source()
  SelfPlayArguments play;
  std::uint64_t games = 500;  ///< games per generation
  std::string keep_games;     ///< folder for the games; empty: they are not kept
  std::uint64_t steps = 0;    ///< generations or iterations; 0: the default of the source
  learning::tdleaf::TdLeafOptions options;
  std::string step_rule = "adam";
  std::vector<std::string> only;  ///< names of groups of features
  learning::tdleaf::RegressionOptions regression;
  std::string license;               ///< of positions with results
  std::uint64_t snapshot_every = 0;  ///< generations between weights in the report; 0: none
  std::uint64_t seed = 1;
};

void add_tdleaf_options(Command& app, TdLeafArguments& arguments);

/// Finds out what the files of --data contain. Call it after parsing. Throws UsageError if they are
/// of different kinds, and format::LoadError if a file cannot be read.
void find_source(TdLeafArguments& arguments);

/// Requires: find_source() was called. Throws UsageError if an option has no effect with the others
/// or needs a missing one.
void check_tdleaf_options(const Command& app, const TdLeafArguments& arguments);

/// Files in the folder of --report of a regression.
inline constexpr std::array kRegressionReport{"curve.csv", "curve.svg", "losses.csv"};

/// Fits the positions of `arguments`, shown as `names`, from the initial weights `start`, which the
/// command names `shown_start` and `data` describes: logistic regression, to compare TDLeaf with
/// (learning/tdleaf/regression.h). Writes weights, card and report in the process that leads.
/// Throws format::LoadError.
void run_regression(const TdLeafArguments& arguments, const ShownNames& names,
                    const std::string& shown_start, std::span<const double> start,
                    std::vector<learning::DataSource> data);

/// Returns the groups of features with these names. Requires: they exist.
std::vector<chess::FeatureGroup> groups_named(const std::vector<std::string>& names);

}  // namespace trivium::tools
