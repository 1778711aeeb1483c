// Work on many hands by several threads, told of while it goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace trivium::learning {

/// Told how many hands are done, from one thread at a time; may be empty.
using HandProgress = std::function<void(std::uint64_t hands)>;

/// How many hands several threads have done, told as it grows.
class HandCount {
 public:
  explicit HandCount(const HandProgress& progress) : progress_(progress) {}
  void add(std::uint64_t hands);

 private:
  const HandProgress& progress_;
  std::mutex telling_;
  std::uint64_t done_ = 0;
};

/// Calls `work(number)` once for each of `count` hands. Results belong to their hand, so that they do not depend on `threads`.
void for_each_hand(std::size_t count, std::size_t threads, const HandProgress& progress, const std::function<void(std::size_t)>& work);

}  // namespace trivium::learning
