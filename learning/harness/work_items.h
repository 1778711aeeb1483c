// Runs independent work items on several threads, with progress. Each item stores its own result
// or adds it to a sum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

#include "learning/harness/shards.h"

namespace trivium::learning {

/// Called with the number of items done, by one thread at a time. May be empty.
using WorkProgress = std::function<void(std::uint64_t done)>;

/// Counts the items that several threads have done, and reports the count. Thread-safe.
class DoneCount {
 public:
  /// Requires: `progress` outlives this object.
  explicit DoneCount(const WorkProgress& progress) : progress_(progress) {}

  void add(std::uint64_t more) {
    if (!progress_) return;
    const std::lock_guard lock(reporting_);
    progress_(done_ += more);
  }

 private:
  const WorkProgress& progress_;
  std::mutex reporting_;
  std::uint64_t done_ = 0;
};

/// Calls work(i) once for each i in [0, items), from `threads` threads. Blocks until all have
/// ended.
template <class Work>
void for_each_item(std::size_t items, std::size_t threads, const Work& work,
                   const WorkProgress& progress = {}) {
  constexpr std::size_t kShards = 128;
  if (items == 0) return;
  const Shards shards(std::min(items, kShards), threads);
  DoneCount done(progress);
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, items);
    for (std::size_t i = range.begin; i < range.end; ++i) work(i);
    done.add(range.end - range.begin);
  });
}

/// Returns Shards::sum() over the items in [0, items). The sum of a shard starts as `zero`, and
/// `add(sum, i)` adds its items to it in order. Each shard has its own copy of `add`, which may
/// contain working memory. `zero` is also the start of the whole sum.
template <class Sum, class Add>
Sum sum_of_items(std::size_t items, const Shards& shards, const Sum& zero, const Add& add,
                 const WorkProgress& progress = {}) {
  DoneCount done(progress);
  const auto work = [&](std::size_t shard) {
    Sum part = zero;
    Add own = add;
    const Range range = shards.range(shard, items);
    for (std::size_t i = range.begin; i < range.end; ++i) own(part, i);
    done.add(range.end - range.begin);
    return part;
  };
  return shards.sum(zero, work);
}

}  // namespace trivium::learning
