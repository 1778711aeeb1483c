// Computes the buckets of hold'em: clusters of hands that strategies treat alike.
//
// The order is turn, flop, preflop, river. What is clustered in each round:
//
//   turn     histograms of the equity on the 46 rivers, under the earth mover's distance
//   flop     distributions over the turn buckets (futures.h); a table has every class of holdings
//   preflop  distributions over the flop buckets; with 169 buckets, each class is its own bucket
//   river    equities against eight classes of the opponent's holdings, which are themselves
//            clusters of the 169 preflop classes
//
// Clusters are computed from random deals (k_means.h). All decisions use integers, and each part of
// the work has its own random streams. Therefore the result depends only on the options, not on the
// machine or the number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/poker/strategy/buckets.h"

namespace trivium::learning::cfr {

/// Quality of the buckets of a round, measured on deals that were not used for clustering.
struct BucketFigures {
  std::size_t samples = 0;
  /// Mean distance of a holding from the centroid of its bucket, in equity: 1 is the distance from
  /// certain loss to certain win.
  double distance = 0;
  double explained = 0;  ///< share of the variance of equity that is between buckets, in [0, 1]
};

struct BucketOptions {
  poker::BucketCounts counts{169, 200, 200, 200};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::size_t boards = 4'000;          ///< number of sampled turn boards, and of river boards
  std::size_t holdings = 32;           ///< number of sampled holdings on each of these boards
  std::size_t flop_holdings = 60'000;  ///< number of sampled pairs of a flop and a holding
  /// Number of flops (up to the names of suits) that are used. Smaller values are for tests: all
  /// holdings on the other flops get bucket 0.
  std::size_t flops = poker::kBoardClasses[1];
};

/// Comparison of the river buckets with equal intervals of the equity against a random holding, as
/// many as there are buckets. Both figures are the share of the variance of the equity against a
/// class of the opponent's holdings that is explained, as the mean over the classes.
struct RiverComparison {
  double by_buckets = 0;
  double by_equity = 0;
};

/// Result of make_buckets().
struct MadeBuckets {
  poker::BucketData data;
  std::array<BucketFigures, poker::kHoldemRounds> figures{};  ///< by round
  RiverComparison against_classes;
};

/// Returns "preflop", "flop", "turn" or "river" for a round in [0, 3].
std::string_view round_name(int round) noexcept;

/// Maximum number of buckets on flop, turn and river. Memory grows with the square of the numbers
/// on flop and turn, to about 1.7 GB at this maximum (bytes_to_make()).
inline constexpr std::size_t kMaxMadeBuckets = 10'000;

/// Returns the approximate memory of make_buckets() in bytes.
std::size_t bytes_to_make(const BucketOptions& options) noexcept;

/// Returns buckets that need no clustering: 1 or 169 before the flop, and one in each later round.
/// Returns nullopt for other counts.
std::optional<poker::BucketData> buckets_without_clusters(const poker::BucketCounts& counts);

/// Called with a stage's name and its items done, by one thread at a time.
using BucketProgress =
    std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

/// Computes buckets. Throws std::invalid_argument if the counts are not in [1, 169] before the flop
/// and in [1, kMaxMadeBuckets] later, if a number of samples is 0, or if `flops` is out of range.
MadeBuckets make_buckets(const BucketOptions& options, const BucketProgress& progress = {});

// Report on the quality of buckets: tables (CSV) and a picture (SVG).

/// CPU time to find the buckets of all holdings on a board, in microseconds, by round.
using TimesToFind = std::array<double, poker::kHoldemRounds>;

/// Returns a row for each round: buckets, samples, mean distance from the centroid, explained share
/// of the variance of equity, and time.
std::string buckets_csv(const MadeBuckets& made, const TimesToFind& times);

/// Returns the comparison of the river buckets with equal intervals of equity (RiverComparison).
std::string river_csv(const MadeBuckets& made);

/// Returns charts of the explained share and of the distance by round.
std::string buckets_svg(const MadeBuckets& made);

}  // namespace trivium::learning::cfr
