// Work cut into a fixed number of logical shards: the same result for any number of threads.
//
// Floating-point sums depend on their order, so the cut depends on the data alone and the parts are merged in shard order. Threads only
// decide who computes which shard. (Later the same shards go to MPI ranks.)
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace trivium::learning {

/// Items [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Shards {
 public:
  /// `count` shards for `threads` threads; both at least 1. `count` is part of the result, `threads` is not.
  Shards(std::size_t count, std::size_t threads);

  std::size_t count() const noexcept { return count_; }

  /// The part of `items` items that belongs to `shard`; the parts are contiguous, in order and differ in size by at most one.
  Range range(std::size_t shard, std::size_t items) const noexcept;

  /// Calls `work(shard)` once for each shard, from several threads. When some throw, the exception of the lowest shard is rethrown here,
  /// after all threads have ended.
  void run(const std::function<void(std::size_t)>& work) const;

  /// Merges the results of `work(shard)` into `start` by `merge(start, part)`, in shard order, in one thread at a time: a result waits for
  /// those before it, and no longer.
  template <class Result, class Work, class Merge>
  Result reduce(Result start, const Work& work, const Merge& merge) const {
    using Part = decltype(work(std::size_t{}));
    std::mutex merging;
    std::map<std::size_t, Part> waiting;
    std::size_t next = 0;
    run([&](std::size_t shard) {
      Part part = work(shard);
      const std::lock_guard lock(merging);
      waiting.emplace(shard, std::move(part));
      for (auto first = waiting.begin(); first != waiting.end() && first->first == next; first = waiting.erase(first), ++next) {
        merge(start, std::move(first->second));
      }
    });
    return start;
  }

 private:
  std::size_t count_;
  std::size_t threads_;
};

}  // namespace trivium::learning
