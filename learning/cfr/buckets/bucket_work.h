// Context of a bucket computation, shared by its parts (make_buckets.h): random streams of deals,
// options of clusterings, threads and progress.
#pragma once

#include <cstdint>
#include <string_view>

#include "learning/cfr/buckets/card_draw.h"
#include "learning/cfr/buckets/k_means.h"
#include "learning/cfr/buckets/make_buckets.h"
#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

/// Purposes of random streams. Their values affect the result.
enum BucketStream : std::uint64_t {
  kTurnDeals = 0x4255'0001,
  kRiverDeals,
  kFlopDeals,
  kTestTurns,
  kTestRivers,
  kTestFlops,
  kTurnClusters,
  kRiverClusters,
  kFlopClusters,
  kPreflopClusters,
  kOpponents
};

/// Immutable, thread-safe.
class BucketWork {
 public:
  /// Requires: both arguments outlive this object.
  BucketWork(const BucketOptions& options, const BucketProgress& progress)
      : options_(options), progress_(progress) {}

  const BucketOptions& options() const noexcept { return options_; }

  /// Returns a full deck with the random numbers of item `i` of `stream`.
  CardDraw deck(BucketStream stream, std::size_t i) const {
    return CardDraw(stream_rng(options_.seed, stream, i));
  }

  /// Returns the options of a clustering with at most `rounds` rounds of Lloyd's algorithm.
  KMeansOptions clusters(std::size_t count, BucketStream stream,
                         std::size_t rounds) const noexcept {
    return {.clusters = count,
            .rounds = rounds,
            .seed = stream_seed(options_.seed, stream, 0),
            .threads = options_.threads};
  }

  void report_progress(std::string_view stage, std::size_t done, std::size_t total) const {
    if (progress_) progress_(stage, done, total);
  }

  /// Calls work(i) once for each i below `items`, from all threads, and reports progress as `name`.
  template <class Work>
  void stage(std::string_view name, std::size_t items, const Work& work) const {
    for_each_item(items, options_.threads, work,
                  [&](std::size_t done) { report_progress(name, done, items); });
  }

 private:
  const BucketOptions& options_;
  const BucketProgress& progress_;
};

}  // namespace trivium::learning::cfr
