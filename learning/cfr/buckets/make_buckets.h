// Makes the buckets of hold'em: from the turn, whose histograms of equity are clustered first, back
// to the hands before the flop, and the river for itself.
//
//   turn     histograms of the equity on the 46 rivers, under the earth mover's distance
//   (k_means.h) flop     distributions over the turn buckets (futures.h): every class of holdings
//   gets its bucket, kept as a table preflop  distributions over the flop buckets; where all 169
//   classes are asked for, each is a bucket river    equities against eight classes of the
//   opponent's holdings, which are clusters of the 169 classes
//
// Clusters are found on samples of fair deals. Nothing but whole numbers decides, and each part of
// the work draws from streams of its own: one seed, one result, whatever the machine and the number
// of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/buckets/explained.h"

namespace trivium::learning::cfr {

struct BucketOptions {
  poker::BucketCounts counts{169, 200, 200, 200};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::size_t boards = 4'000;                   ///< sampled on the turn, and on the river
  std::size_t holdings = 32;                    ///< sampled on each of these boards
  std::size_t flop_holdings = 60'000;           ///< sampled on flops
  std::size_t flops = poker::kBoardClasses[1];  ///< how many canonical flops are looked at; bucket
                                                ///< 0 on the others. For trials
};

/// The river once more: how well its buckets tell apart what holdings are worth against each class
/// of the opponent's, beside as many equal intervals of the equity against all. Both are shares of
/// variance, the mean over the classes.
struct RiverComparison {
  double by_buckets = 0;
  double by_equity = 0;
};

struct MadeBuckets {
  poker::BucketData data;
  std::array<BucketFigures, poker::kHoldemRounds> figures{};
  RiverComparison against_classes;
};

/// "preflop", "flop", "turn" or "river".
std::string_view round_name(int round) noexcept;

/// Maximum number of buckets. Memory grows with its square: one gigabyte at this maximum.
inline constexpr std::size_t kMaxMadeBuckets = 10'000;

/// Approximate memory needed to make buckets.
std::size_t bytes_to_make(const BucketOptions& options) noexcept;

/// Buckets that need no making: one a round, and before the flop one or all classes. Nothing for
/// other counts.
std::optional<poker::BucketData> buckets_without_clusters(const poker::BucketCounts& counts);

/// What is being done, and how much of it; called from one thread at a time.
using BucketProgress =
    std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

/// Throws std::invalid_argument where counts are not 1 to 169 before the flop and 1 to
/// kMaxMadeBuckets later, or nothing is sampled.
MadeBuckets make_buckets(const BucketOptions& options, const BucketProgress& progress = {});

}  // namespace trivium::learning::cfr
