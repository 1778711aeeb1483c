// Work cut into a fixed number of logical shards: the same result for any number of threads.
//
// Floating-point sums depend on their order, so the cut depends on the data alone and the parts are
// merged in shard order. The crew only decides who computes which shard (crew.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "learning/harness/crew.h"

namespace trivium::learning {

class Shards {
 public:
  /// `count` shards, at least 1, for a crew. `count` is part of the result, the crew is not.
  Shards(std::size_t count, Crew crew);

  std::size_t count() const noexcept { return count_; }

  /// The part of `items` items that belongs to `shard`; the parts are contiguous, in order and
  /// differ in size by at most one.
  Range range(std::size_t shard, std::size_t items) const noexcept {
    return range_of(shard, count_, items);
  }

  /// Calls `work(shard)` once for each shard of this process, from several threads. When some
  /// throw, the exception of the lowest shard is rethrown here, after all threads have ended.
  void run(const std::function<void(std::size_t)>& work) const;

  /// Merges the results of `work(shard)` into `start` by `merge(start, part)`, in shard order, in
  /// one thread at a time: a result waits for those before it, and no longer. Each process of the
  /// crew returns the sum over all shards.
  template <class Result, class Work, class Merge>
  Result reduce(Result start, const Work& work, const Merge& merge) const {
    using Part = decltype(work(std::size_t{}));
    std::mutex merging;
    std::map<std::size_t, Part> waiting;
    std::size_t next = crew_.own(count_).begin;
    crew_.take(start);
    run([&](std::size_t shard) {
      Part part = work(shard);
      const std::lock_guard lock(merging);
      waiting.emplace(shard, std::move(part));
      for (auto first = waiting.begin(); first != waiting.end() && first->first == next;
           first = waiting.erase(first), ++next) {
        merge(start, std::move(first->second));
      }
    });
    crew_.pass(start);
    crew_.share(start);
    return start;
  }

 private:
  std::size_t count_;
  Crew crew_;
};

}  // namespace trivium::learning
