#include "learning/harness/shards.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace trivium::learning {

Shards::Shards(std::size_t count, std::size_t threads) : count_(count), threads_(std::min(threads, count)) {
  if (count == 0 || threads == 0) throw std::invalid_argument("shards and threads must be at least 1");
}

Range Shards::range(std::size_t shard, std::size_t items) const noexcept {
  const std::size_t size = items / count_;
  const std::size_t larger = items % count_;  // so many shards, the first ones, have one item more
  const std::size_t begin = shard * size + std::min(shard, larger);
  return {begin, begin + size + (shard < larger ? 1 : 0)};
}

void Shards::run(const std::function<void(std::size_t)>& work) const {
  std::atomic<std::size_t> next = 0;
  std::mutex failing;
  std::size_t failed = count_;  // the lowest shard that did
  std::exception_ptr fault;
  const auto work_off = [&] {
    for (std::size_t shard = next++; shard < count_; shard = next++) {
      try {
        work(shard);
      } catch (...) {
        const std::lock_guard lock(failing);
        if (shard < failed) {
          failed = shard;
          fault = std::current_exception();
        }
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads_; ++i) helpers.emplace_back(work_off);
    work_off();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace trivium::learning
