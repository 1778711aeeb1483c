#include "learning/harness/shards.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <stdexcept>
#include <thread>

namespace trivium::learning {

Shards::Shards(std::size_t count, Crew crew) : count_(count), crew_(crew) {
  if (count == 0) throw std::invalid_argument("there must be at least one shard");
}

void Shards::run(const std::function<void(std::size_t)>& work) const {
  const Range own = crew_.own(count_);
  std::atomic<std::size_t> next = own.begin;
  std::mutex failing;
  std::size_t failed = count_;  // the lowest shard that failed
  std::exception_ptr fault;
  const auto work_off = [&] {
    for (std::size_t shard = next++; shard < own.end; shard = next++) {
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
    for (std::size_t i = 1; i < std::min(crew_.threads(), own.end - own.begin); ++i)
      helpers.emplace_back(work_off);
    work_off();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace trivium::learning
