// Limits of a search thread: nodes, the maximum time (Deadline::maximum) and the stop request.
//
// The node limit is exact: a budget is spent as soon as it has counted that many nodes. Clock and
// stop request are polled every 128 nodes, because reading them takes as long as a cheap node. If
// the work between two nodes is long, spent_now() polls at once. A spent budget remains spent. A
// phase that may use only part of the limits gets its own budget, a copy with an earlier deadline.
//
// Threads that search together share a node limit through a SharedBudget. Each thread publishes its
// nodes when it polls, so together they exceed the limit by at most 128 nodes for each thread but
// one. Only the main thread gets the control and the deadline; SharedBudget::stop ends the others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/core/deadline.h"
#include "engine/core/search_control.h"

namespace trivium {

/// State shared by the threads of one search, on its own cache line.
struct alignas(64) SharedBudget {
  std::atomic<std::uint64_t> nodes{0};  ///< published so far
  std::atomic<bool> stop{false};        ///< ends all budgets that share this
};

class NodeBudget {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  /// Number of nodes between two polls.
  static constexpr std::uint64_t kPollInterval = 128;

  /// Without `max_nodes` the nodes are unlimited; without `control` there is neither stop nor
  /// clock. Requires: `control` outlives this object.
  explicit NodeBudget(std::optional<std::uint64_t> max_nodes = {},
                      const SearchControl* control = nullptr,
                      const Deadline& deadline = {}) noexcept
      : max_nodes_(max_nodes.value_or(kUnlimited)), control_(control), deadline_(deadline) {}

  /// Makes the limit apply to all threads with the same `shared`. Requires: `shared` outlives this
  /// object.
  void share(SharedBudget& shared) noexcept { shared_ = &shared; }
  /// Protects the first `nodes` nodes of this thread from the clock, the stop request and other
  /// threads' nodes, so that even an immediate stop returns a searched move. Until then only this
  /// thread's own nodes count against the node limit. 0 ends the protection.
  void shelter(std::uint64_t nodes) noexcept { sheltered_ = nodes; }
  void set_deadline(const Deadline& deadline) noexcept { deadline_ = deadline; }

  void count(std::uint64_t nodes = 1) noexcept { nodes_ += nodes; }
  /// True if the search must end. Polls if a poll is due.
  bool spent() noexcept {
    if (nodes_ >= next_poll_) poll();
    return spent_;
  }
  /// True if the search must end. Polls clock and stop request in every call, except during the
  /// protection of shelter().
  bool spent_now() noexcept {
    if (!spent() && nodes_ >= sheltered_ && must_end()) {
      spent_ = true;
      next_poll_ = kUnlimited;
    }
    return spent_;
  }
  /// Counts a node unless the budget is already spent. Returns false if the budget is spent
  /// afterwards.
  bool spend() noexcept {
    if (spent_) return false;
    count();
    return !spent();
  }
  /// True if the last poll found that the search must end.
  bool was_spent() const noexcept { return spent_; }

  /// Publishes this thread's nodes to the other threads.
  void publish() noexcept;
  /// Continues after a phase that used `phase`, a copy of this budget: takes over its node count,
  /// then polls. Keeps this budget's own deadline.
  void resume_after(const NodeBudget& phase) noexcept;

  /// Nodes of this thread.
  std::uint64_t nodes() const noexcept { return nodes_; }
  /// Nodes of all threads; those of other threads as far as they are published.
  std::uint64_t all_nodes() const noexcept {
    return nodes_ - published_ +
           (shared_ != nullptr ? shared_->nodes.load(std::memory_order_relaxed) : 0);
  }
  std::uint64_t max_nodes() const noexcept { return max_nodes_; }
  /// Nodes of all threads until the limit; huge if the nodes are unlimited.
  std::uint64_t nodes_left() const noexcept {
    return max_nodes_ - std::min(max_nodes_, all_nodes());
  }

 private:
  void poll() noexcept;
  bool must_end() const noexcept;

  std::uint64_t nodes_ = 0;
  std::uint64_t next_poll_ = 0;  ///< number of nodes after which poll() is due
  bool spent_ = false;
  std::uint64_t max_nodes_;
  std::uint64_t sheltered_ = 0;  ///< argument of shelter()
  std::uint64_t published_ = 0;  ///< nodes of this thread that are included in `shared_`
  SharedBudget* shared_ = nullptr;
  const SearchControl* control_;
  Deadline deadline_;
};

}  // namespace trivium
