// The options of `trivium-learn tdleaf`. Four ways to learn share them: by self-play, from a record (--games), from stored games
// (--from-games), and by regression (--regress). Each refuses the options that it would not heed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learning/tdleaf/tdleaf.h"
#include "tools/learn/self_play_arguments.h"
#include "tools/learn/tdleaf_regress.h"

namespace trivium::tools {

class Command;

struct TdLeafArguments {
  std::string start = "nothing";
  std::string prior = "start";
  std::string pgn;
  std::vector<std::string> stored;
  std::string regress;
  SelfPlayArguments play;
  std::uint64_t games = 500;  ///< a generation
  std::string keep_games;
  std::uint64_t generations = 0;  ///< 0 = not said
  learning::tdleaf::TdLeafOptions options;
  std::string step_rule = "adam";
  std::vector<std::string> only;  ///< names of groups of features
  RegressArguments regression;
  std::string out;
  std::string report;
  std::uint64_t snapshot_every = 0;
  std::string checkpoint;
  std::uint64_t seed = 1;
};

void add_tdleaf_options(Command& app, TdLeafArguments& arguments);

/// To be called when all is parsed. Throws UsageError where an option has no effect with the
/// others, or misses one that it needs.
void check_tdleaf_options(const Command& app, const TdLeafArguments& arguments);

/// The groups of features with these names, which exist.
std::vector<chess::FeatureGroup> groups_named(const std::vector<std::string>& names);

}  // namespace trivium::tools
