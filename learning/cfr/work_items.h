// Many independent pieces of work, each with a place of its own for its result: done by several threads, told as they go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>

#include "learning/harness/shards.h"

namespace trivium::learning::cfr {

/// Calls work(i) once for each i below `items`, from `threads` threads, and done(n) from one thread at a time when n items are done.
template <class Work, class Done>
void for_each_item(std::size_t items, std::size_t threads, const Work& work, const Done& done) {
  constexpr std::size_t kShards = 128;
  if (items == 0) return;
  const Shards shards(std::min(items, kShards), threads);
  std::mutex mutex;
  std::size_t finished = 0;
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, items);
    for (std::size_t i = range.begin; i < range.end; ++i) work(i);
    const std::scoped_lock lock(mutex);
    finished += range.end - range.begin;
    done(finished);
  });
}

template <class Work>
void for_each_item(std::size_t items, std::size_t threads, const Work& work) {
  for_each_item(items, threads, work, [](std::size_t) {});
}

}  // namespace trivium::learning::cfr
