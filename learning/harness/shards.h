// Divides work into a fixed number of shards, so that the result is the same for any number of
// threads.
//
// Floating-point sums depend on their order. So the division depends only on the data, and the
// results are merged in the order of the shards. The crew only decides which thread computes which
// shard (crew.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "learning/harness/crew.h"

namespace trivium::learning {

class Shards {
 public:
  /// `count` is the number of shards. It changes the last bits of sums; the crew does not. Throws
  /// std::invalid_argument if `count` is 0.
  Shards(std::size_t count, Crew crew);

  std::size_t count() const noexcept { return count_; }

  /// Returns the range of `items` items that belongs to `shard` (range_of()).
  Range range(std::size_t shard, std::size_t items) const noexcept {
    return range_of(shard, count_, items);
  }

  /// Calls `work(shard)` once for each shard of this process, from several threads. Blocks until
  /// all have ended. If some calls throw, rethrows the exception of the lowest shard.
  void run(const std::function<void(std::size_t)>& work) const;

  /// Merges the results of `work(shard)` into `start` by `merge(start, part)`, in the order of the
  /// shards. `merge` is called by one thread at a time, as soon as all shards before it are merged.
  /// Returns the sum over all shards, in each process of the crew.
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

  /// Returns reduce() with `start += part`; vectors of equal sizes are added element by element.
  template <class Sum, class Work>
  Sum sum(Sum start, const Work& work) const {
    return reduce(std::move(start), work, [](Sum& all, const Sum& part) { add(all, part); });
  }

 private:
  template <class Sum>
  static void add(Sum& all, const Sum& part) {
    all += part;
  }
  template <class Element>
  static void add(std::vector<Element>& all, const std::vector<Element>& part) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += part[i];
  }

  std::size_t count_;
  Crew crew_;
};

}  // namespace trivium::learning
