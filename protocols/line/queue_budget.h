// Memory for what the clients of a process have queued: commands that wait and output not yet read.
//
// Without a common limit, some clients can use up the memory of all. Each connection has an equal
// share of one half for itself, so no client is refused for what others took. All share the other
// half.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace trivium::line {

class QueueBudget {
 public:
  /// `total` bytes for at most `connections` connections at once. Requires: `connections` > 0.
  QueueBudget(std::size_t total, std::size_t connections) noexcept
      : total_(total), own_(total / 2 / connections), spare_(static_cast<std::int64_t>(total - own_ * connections)) {}

  std::size_t total() const noexcept { return total_; }
  /// Bytes in use by all connections. Thread-safe.
  std::size_t in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

 private:
  friend class QueueShare;

  const std::size_t total_;
  const std::size_t own_;
  std::atomic<std::int64_t> spare_;
  std::atomic<std::size_t> in_use_ = 0;
};

/// Part of a QueueBudget that one connection uses. Returned when this is destroyed. Thread-safe.
class QueueShare {
 public:
  /// A null `budget` has no limit.
  explicit QueueShare(std::shared_ptr<QueueBudget> budget) noexcept : budget_(std::move(budget)) {}
  QueueShare(const QueueShare&) = delete;
  QueueShare& operator=(const QueueShare&) = delete;
  ~QueueShare();

  /// Counts `bytes` as in use. Returns false, and counts nothing, if they are not available.
  [[nodiscard]] bool take(std::size_t bytes);
  /// Requires: take() counted them.
  void give_back(std::size_t bytes);

 private:
  /// Takes `bytes` from what all share. Returns false, and takes nothing, if they are not available.
  bool take_spare(std::int64_t bytes) noexcept;
  /// Part of `used` bytes that exceeds the connection's own share.
  std::int64_t from_spare(std::size_t used) const noexcept;
  /// Requires: mutex_ is held.
  void set_used(std::size_t used) noexcept;

  std::shared_ptr<QueueBudget> budget_;
  std::mutex mutex_;
  std::size_t used_ = 0;
};

}  // namespace trivium::line
