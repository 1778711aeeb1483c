#include "learning/measure/hand_shards.h"

#include "learning/harness/shards.h"

namespace trivium::learning {

namespace {

/// Few: a hand of hold'em takes tens of milliseconds.
constexpr std::size_t kHandsPerShard = 4;

}  // namespace

void HandCount::add(std::uint64_t hands) {
  if (!progress_) return;
  const std::lock_guard lock(telling_);
  progress_(done_ += hands);
}

void for_each_hand(std::size_t count, std::size_t threads, const HandProgress& progress, const std::function<void(std::size_t)>& work) {
  if (count == 0) return;
  const Shards shards((count + kHandsPerShard - 1) / kHandsPerShard, threads);
  HandCount done(progress);
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, count);
    for (std::size_t number = range.begin; number < range.end; ++number) work(number);
    done.add(range.end - range.begin);
  });
}

}  // namespace trivium::learning
