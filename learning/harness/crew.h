// The workers that compute the shards of a step: the threads of one process.
//
// Several processes are not implemented: size() is 1, and take(), pass() and share() do nothing.
// Shards::reduce() calls them so that only this class has to change. The shards are added in order,
// because floating-point sums depend on their order. With several processes, process `rank` would
// receive the sum of the shards before its own contiguous range, add its own shards one by one and
// pass the sum on; the last process would share the result. These are the same additions in the
// same order, so the result would have the same bits.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace trivium::learning {

/// Items [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Returns the range of items of part `part` in [0, parts), if `items` items are divided into
/// `parts` contiguous parts in order, whose sizes differ by at most one.
constexpr Range range_of(std::size_t part, std::size_t parts, std::size_t items) noexcept {
  const std::size_t size = items / parts;
  const std::size_t larger = items % parts;  // the first `larger` parts have one item more
  const std::size_t begin = part * size + (part < larger ? part : larger);
  return {begin, begin + size + (part < larger ? 1 : 0)};
}

class Crew {
 public:
  /// One process with `threads` threads. Implicit, so that a number of threads can be passed as a
  /// crew. Throws std::invalid_argument if it is 0.
  constexpr Crew(std::size_t threads) : threads_(threads) {
    if (threads == 0) throw std::invalid_argument("a crew has at least one thread");
  }

  std::size_t threads() const noexcept { return threads_; }  ///< number of threads of this process
  std::size_t size() const noexcept { return 1; }            ///< number of processes
  std::size_t rank() const noexcept { return 0; }  ///< number of this process, in [0, size())

  /// Returns the shards that this process computes.
  Range own(std::size_t shards) const noexcept { return range_of(rank(), size(), shards); }

  /// Replaces `sum` by the sum of the shards before own(). Rank 0 leaves it unchanged.
  template <class Sum>
  void take(Sum& /*sum*/) const noexcept {}
  /// Passes the sum of the shards up to own().end to the next process, if there is one.
  template <class Sum>
  void pass(const Sum& /*sum*/) const noexcept {}
  /// Replaces `sum` by the sum of the last process.
  template <class Sum>
  void share(Sum& /*sum*/) const noexcept {}

 private:
  std::size_t threads_;
};

}  // namespace trivium::learning
