// The workers that compute the shards of a step: the threads of one process.
//
// Several processes are not implemented: size() is 1, and take(), pass() and share() do nothing.
// Shards::reduce() calls them so that only this class has to change. A sum over shards is
// ((start + s0) + s1) + ..., since floating-point sums depend on their order. Process `rank` of
// `size` would take the sum of the shards before its own contiguous run, add its own one by one and
// pass the sum on; the last one would share the result. These are the same additions in the same
// order, so the result would have the same bits.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace trivium::learning {

/// Items [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The part of `items` items that belongs to `part` of `parts`: the parts are contiguous, in order
/// and differ in size by at most one.
constexpr Range range_of(std::size_t part, std::size_t parts, std::size_t items) noexcept {
  const std::size_t size = items / parts;
  const std::size_t larger = items % parts;  // number of parts, the first ones, with one item more
  const std::size_t begin = part * size + (part < larger ? part : larger);
  return {begin, begin + size + (part < larger ? 1 : 0)};
}

class Crew {
 public:
  /// One process with `threads` threads, at least 1. Implicit: where only one process makes sense,
  /// a number of threads is a crew.
  constexpr Crew(std::size_t threads) : threads_(threads) {
    if (threads == 0) throw std::invalid_argument("a crew has at least one thread");
  }

  std::size_t threads() const noexcept { return threads_; }  ///< of this process
  std::size_t size() const noexcept { return 1; }            ///< number of processes
  std::size_t rank() const noexcept { return 0; }            ///< of this process, below size()

  /// The shards of this process.
  Range own(std::size_t shards) const noexcept { return range_of(rank(), size(), shards); }

  /// Replaces `sum` by the sum of the shards before own(); rank 0 keeps it.
  template <class Sum>
  void take(Sum& /*sum*/) const noexcept {}
  /// Passes the sum of the shards up to own().end to the next process; the last one has none.
  template <class Sum>
  void pass(const Sum& /*sum*/) const noexcept {}
  /// Replaces `sum` by that of the last process.
  template <class Sum>
  void share(Sum& /*sum*/) const noexcept {}

 private:
  std::size_t threads_;
};

}  // namespace trivium::learning
