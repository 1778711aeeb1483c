// The workers that compute the shards of a step: the threads of one process, or those of several
// processes (process_group.h).
//
// The shards are added in order, because floating-point sums depend on their order. With several
// processes, process `rank` has a contiguous range of the shards. It receives the sum of the shards
// before its own, adds its own shards one by one and passes the sum on; the last process shares the
// result. These are the same additions in the same order as in one process, so the result has the
// same bits. An all-reduce of MPI would add in another order.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "learning/harness/process_group.h"
#include "learning/harness/transfer.h"

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

/// A crew is a small value. Only one thread of a process may use a crew of several processes.
class Crew {
 public:
  /// `threads` threads of each of `processes`, or of this process alone if that is null. Implicit,
  /// so that a number of threads can be passed as a crew. Throws std::invalid_argument if it is 0.
  /// Requires: `processes` outlives this object.
  constexpr Crew(std::size_t threads, ProcessGroup* processes = nullptr)
      : threads_(threads), processes_(processes) {
    if (threads == 0) throw std::invalid_argument("a crew has at least one thread");
  }

  std::size_t threads() const noexcept { return threads_; }  ///< number of threads of this process
  /// Number of processes.
  std::size_t size() const noexcept { return processes_ == nullptr ? 1 : processes_->size(); }
  /// Number of this process, in [0, size()).
  std::size_t rank() const noexcept { return processes_ == nullptr ? 0 : processes_->rank(); }

  /// Returns the shards that this process computes.
  Range own(std::size_t shards) const noexcept { return range_of(rank(), size(), shards); }

  // The functions below do nothing in a crew of one process. They block, and throw ProcessFault if
  // another process fails.

  /// Replaces `sum` by the sum of the shards before own(). Rank 0 leaves it unchanged.
  template <Transferable Sum>
  void take(Sum& sum) const {
    if (rank() > 0) decode(processes_->receive(rank() - 1), sum);
  }
  /// Passes the sum of the shards up to own().end to the next process, if there is one.
  template <Transferable Sum>
  void pass(Sum& sum) const {
    if (rank() + 1 < size()) send(rank() + 1, sum);
  }
  /// Replaces `value` by that of process `from`.
  template <Transferable Value>
  void share(Value& value, std::size_t from) const {
    if (size() == 1) return;
    Bytes bytes;
    if (rank() == from) {
      ByteWriter out;
      Transfer<Value>::write(value, out);
      bytes.assign(out.bytes().begin(), out.bytes().end());
    }
    processes_->share(from, bytes);
    if (rank() != from) decode(bytes, value);
  }
  /// Replaces `sum` by the sum of the last process.
  template <Transferable Sum>
  void share(Sum& sum) const {
    share(sum, size() - 1);
  }
  /// Replaces `sum` by the sum of the last process, as share() does, but passes it along the ranks:
  /// the last process sends to the first one, which sends to the second one, and so on. This is
  /// faster for many large sums in a row, because each process sends each sum only once.
  template <Transferable Sum>
  void share_along(Sum& sum) const {
    const std::size_t last = size() - 1;
    if (last == 0) return;
    if (rank() != last) decode(processes_->receive(rank() == 0 ? last : rank() - 1), sum);
    const std::size_t next = rank() == last ? 0 : rank() + 1;
    if (next != last) send(next, sum);
  }

 private:
  template <class Value>
  void send(std::size_t to, Value& value) const {
    ByteWriter out;
    Transfer<Value>::write(value, out);
    processes_->send(to, out.bytes());
  }
  template <class Value>
  static void decode(const Bytes& bytes, Value& value) {
    ByteReader in(bytes);
    Transfer<Value>::read(value, in);
  }

  std::size_t threads_;
  ProcessGroup* processes_;
};

}  // namespace trivium::learning
