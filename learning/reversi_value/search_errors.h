// Measures how far values of searches are from those of shallower searches, for ProbCut
// (engine/reversi/search/probcut.h), and adds these errors to the weight file of the value.
//
// One position of each game is used, sampled at random among those with more empty squares than the
// maximum depth, so that no search reaches the end of the game. Searches begin with an empty table
// and use neither ProbCut nor move probabilities, so the errors depend only on games, seed, depth
// and the weights of the value. The result does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/reversi/patterns/pattern_value.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/work_items.h"
#include "learning/records/reversi_games.h"
#include "learning/reversi_value/least_squares.h"
#include "models/format/weight_file.h"

namespace trivium::learning::reversi_value {

struct SearchErrorOptions {
  std::uint64_t seed = 1;    ///< selects the games and the position of each
  std::size_t games = 2000;  ///< number of games; all if there are fewer
  int depth = 9;             ///< maximum depth, in [reversi::kMinProbCutDepth, kMaxSearchDepth]
  std::size_t threads = 1;   ///< does not change the result
};

inline constexpr int kMaxSearchDepth =
    reversi::kMinProbCutDepth + static_cast<int>(reversi::kMaxProbCutDepths) - 1;

/// Sums of differences, by stage and then by depth from reversi::kMinProbCutDepth on.
using SearchErrorSums = std::vector<ErrorSums>;

/// Searches the positions. `progress` receives the number of games that are done.
SearchErrorSums measure_search_errors(std::span<const records::ReversiGame> games,
                                      std::shared_ptr<const reversi::PatternValue> value,
                                      const SearchErrorOptions& options,
                                      const WorkProgress& progress = {});

/// Minimum number of positions from which search_errors_of() computes an error.
inline constexpr std::uint64_t kMinPositions = 30;

/// Returns the root mean squares in discs; 0 for a stage and depth with fewer than kMinPositions
/// positions, so that ProbCut is not used there.
std::vector<double> search_errors_of(const SearchErrorSums& sums);

/// Returns `value` with the tensor of search errors added or replaced. Adds origin, counts, figures
/// and the data of the value to `manifest`. Requires: `manifest` has tool, command, data and, as
/// `value`, value_origin().
format::WeightFile search_errors_file(format::WeightFile value, const SearchErrorSums& sums,
                                      const SearchErrorOptions& options, Manifest manifest);
/// Returns the prose of the model card. `from` is the weight file from which the value was copied.
CardText search_errors_card(const ValueOrigin& origin, const DataSource& from,
                            const SearchErrorOptions& options);

/// Returns a CSV table with a line for each depth: shallow depth, positions, error over all stages.
std::string search_errors_csv(const SearchErrorSums& sums, int depth);

}  // namespace trivium::learning::reversi_value
