// Divides work into a fixed number of shards, so that the result is the same for any number of
// threads.
//
// Floating-point sums depend on their order. So the division depends only on the data, and the
// results are merged in the order of the shards. The crew only decides which thread of which
// process computes which shard (crew.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "learning/harness/crew.h"

namespace trivium::learning {

/// Adds `part`, which does not change, to `sum`. A class without `+=` (add_fields.h) is added
/// field by field (fields() of transfer.h), a container element by element: maps by key, others by
/// place. Requires: the others have equal sizes, also under a key that only `part` has.
template <class Sum>
void add_to(Sum& sum, Sum& part) {
  if constexpr (requires { sum += part; }) {
    sum += part;
  } else if constexpr (HasFields<Sum>) {
    const auto add_parts = [&sum](auto&... parts) {
      std::apply([&](auto&... sums) { (add_to(sums, parts), ...); }, sum.fields());
    };
    std::apply(add_parts, part.fields());
  } else if constexpr (requires { typename Sum::mapped_type; }) {
    for (auto& [key, more] : part) add_to(sum[key], more);
  } else {
    for (std::size_t i = 0; i < sum.size(); ++i) add_to(sum[i], part[i]);
  }
}

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
  /// all have ended. If some calls throw, rethrows the exception of the lowest shard. With several
  /// processes, the shards of the others are not computed here: use reduce() or fill().
  void run(const std::function<void(std::size_t)>& work) const;

  /// Merges the results of `work(shard)` into `start` by `merge(start, part)`, in the order of the
  /// shards. `merge` is called by one thread at a time. Process 0 merges as soon as all shards
  /// before are merged; the others keep their results until they get the sum of these. Returns the
  /// sum over all shards, in each process of the crew. With several processes, `merge` must change
  /// only `start`, and Result must be Transferable; otherwise throws std::logic_error.
  template <class Result, class Work, class Merge>
  Result reduce(Result start, const Work& work, const Merge& merge) const {
    using Part = decltype(work(std::size_t{}));
    std::mutex merging;
    std::map<std::size_t, Part> waiting;
    std::size_t next = crew_.own(count_).begin;
    const auto merge_waiting = [&] {
      for (auto first = waiting.begin(); first != waiting.end() && first->first == next;
           first = waiting.erase(first), ++next) {
        merge(start, std::move(first->second));
      }
    };
    run([&](std::size_t shard) {
      Part part = work(shard);
      const std::lock_guard lock(merging);
      waiting.emplace(shard, std::move(part));
      if (crew_.rank() == 0) merge_waiting();
    });
    if (crew_.size() == 1) return start;
    if constexpr (Transferable<Result>) {
      crew_.take(start);
      merge_waiting();
      crew_.pass(start);
      crew_.share(start);
    } else {
      throw std::logic_error("a sum that cannot be passed to another process");
    }
    return start;
  }

  /// Calls run(work), which sets the elements range(shard, items.size()) of `items` for each shard,
  /// then collect().
  template <Transferable Item, class Work>
  void fill(std::vector<Item>& items, const Work& work) const {
    run(work);
    collect(items);
  }

  /// Gives each process the elements of `items` that belong to the shards of the others. Requires:
  /// `items` has the same size in each process.
  template <Transferable Item>
  void collect(std::vector<Item>& items) const {
    if (crew_.size() == 1) return;
    const Range own = crew_.own(count_);
    std::vector<Item> all;
    crew_.take(all);
    for (std::size_t shard = own.begin; shard < own.end; ++shard) {
      const Range range = this->range(shard, items.size());
      for (std::size_t i = range.begin; i < range.end; ++i) all.push_back(std::move(items[i]));
    }
    crew_.pass(all);
    crew_.share(all);
    items = std::move(all);
  }

  /// Returns reduce() with add_to().
  template <class Sum, class Work>
  Sum sum(Sum start, const Work& work) const {
    return reduce(std::move(start), work, [](Sum& all, Sum part) { add_to(all, part); });
  }

 private:
  std::size_t count_;
  Crew crew_;
};

}  // namespace trivium::learning
