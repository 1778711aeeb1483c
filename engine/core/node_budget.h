// What a thread may spend on a search: nodes, time, and until the user says stop.
//
// The limit of nodes is exact: a budget is spent as soon as it has counted that many. Clock and stop
// are polled every 128 nodes, because reading them takes as long as a cheap node. Where the work
// between two nodes is long, spent_now() looks at them at once. A budget that is spent stays so; a phase that
// may take less than the whole has a budget of its own, a copy with an earlier deadline.
//
// Threads that search together share a limit of nodes by a SharedBudget. Each publishes its nodes
// whenever it polls, so together they exceed the limit by at most 128 nodes for each thread but one.
// Only the thread that answers has the control and the deadline.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/core/deadline.h"
#include "engine/core/search_control.h"

namespace trivium {

/// What the threads of one search share, on a cache line of its own.
struct alignas(64) SharedBudget {
  std::atomic<std::uint64_t> nodes{0};  ///< published so far
  std::atomic<bool> stop{false};        ///< ends all budgets that share this
};

class NodeBudget {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kPollInterval = 128;

  /// Without `max_nodes` nodes do not limit; without `control` neither stop nor clock do. The control
  /// outlives this.
  explicit NodeBudget(std::optional<std::uint64_t> max_nodes = {}, const SearchControl* control = nullptr,
                      const Deadline& deadline = {}) noexcept
      : max_nodes_(max_nodes.value_or(kUnlimited)), control_(control), deadline_(deadline) {}

  /// From now on the limit is one for all threads with the same `shared`, which outlives this.
  void share(SharedBudget& shared) noexcept { shared_ = &shared; }
  /// The first `nodes` of this thread end at the limit of nodes only, and by its own nodes alone, so
  /// that even a search that is stopped at once finds a move. 0: this is over.
  void shelter(std::uint64_t nodes) noexcept { sheltered_ = nodes; }
  void set_deadline(const Deadline& deadline) noexcept { deadline_ = deadline; }

  void count(std::uint64_t nodes = 1) noexcept { nodes_ += nodes; }
  /// True if the search must end. Polls if that is due.
  bool spent() noexcept {
    if (nodes_ >= next_poll_) poll();
    return spent_;
  }
  /// True if the search must end. Looks at clock and stop now, in some 50 nanoseconds.
  bool spent_now() noexcept {
    if (!spent() && nodes_ >= sheltered_ && must_end()) {
      spent_ = true;
      next_poll_ = kUnlimited;
    }
    return spent_;
  }
  /// Counts a node. Returns false if that reaches the limit, or the search must end.
  bool spend() noexcept {
    if (spent_) return false;
    count();
    return !spent();
  }
  /// True if the last poll found that the search must end.
  bool was_spent() const noexcept { return spent_; }

  /// Adds the nodes of this thread to those that all threads see.
  void publish() noexcept;
  /// Continues where `phase`, a copy of this, has ended: the nodes counted there count here.
  void take_back(const NodeBudget& phase) noexcept;

  /// Nodes of this thread.
  std::uint64_t nodes() const noexcept { return nodes_; }
  /// Nodes of all threads, of the others as far as they have published them.
  std::uint64_t all_nodes() const noexcept {
    return nodes_ - published_ + (shared_ != nullptr ? shared_->nodes.load(std::memory_order_relaxed) : 0);
  }
  std::uint64_t max_nodes() const noexcept { return max_nodes_; }
  std::uint64_t nodes_left() const noexcept { return max_nodes_ - std::min(max_nodes_, all_nodes()); }

 private:
  void poll() noexcept;
  bool must_end() const noexcept;

  std::uint64_t nodes_ = 0;
  std::uint64_t next_poll_ = 0;  ///< the number of nodes after which poll() is due
  bool spent_ = false;
  std::uint64_t max_nodes_;
  std::uint64_t sheltered_ = 0;
  std::uint64_t published_ = 0;  ///< nodes of this thread that `shared_` has
  SharedBudget* shared_ = nullptr;
  const SearchControl* control_;
  Deadline deadline_;
};

}  // namespace trivium
