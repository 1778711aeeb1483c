// Memory limits that the sessions of a process share: one for hash tables, one for queued commands
// and unread output. Memory of search threads (about 3 MB each in chess) is not counted.
//
// Without a common limit, a few clients could use up all memory. Each session that can be open at
// once has a reserved part for its first table or its first bytes, which other sessions cannot
// take. The rest is shared by the sessions that need more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/core/result.h"

namespace trivium::line {

/// Initial size of a session's table if no size is requested or the requested size cannot be
/// allocated.
///
/// The rule for all sizes, both at the start (--hash) and later (option Hash, trivium-hash): if a
/// table cannot be allocated, the previous one stays. At the start that is the default one. The
/// client is notified of the size in effect.
inline constexpr int kUsualHashMegabytes = 16;

/// Returns success if a table of that size fits into this machine's memory. The error states the
/// memory size.
Status fits_machine(int megabytes);

/// A limit in bytes or megabytes (the owner chooses the unit). Thread-safe.
class MemoryBudget {
 public:
  /// Creates a budget of `total` for at most `shares` shares at once, with `own` reserved for each.
  /// Requires: shares * own <= total.
  MemoryBudget(std::int64_t total, std::int64_t shares, std::int64_t own) noexcept
      : total_(static_cast<std::size_t>(total)),
        own_(static_cast<std::size_t>(own)),
        spare_(total - shares * own) {}
  /// Creates a budget of which one half is reserved in equal parts.
  MemoryBudget(std::int64_t total, std::int64_t shares) noexcept
      : MemoryBudget(total, shares, total / 2 / shares) {}

  std::size_t total() const noexcept { return total_; }
  /// Returns the amount used by all shares.
  std::size_t in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

 private:
  friend class MemoryShare;

  const std::size_t total_;
  const std::size_t own_;
  std::atomic<std::int64_t> spare_;  ///< neither reserved nor taken
  std::atomic<std::size_t> in_use_ = 0;
};

/// One session's part of a budget, returned on destruction. Thread-safe.
class MemoryShare {
 public:
  /// A null `budget` has no limit.
  explicit MemoryShare(std::shared_ptr<MemoryBudget> budget) noexcept
      : budget_(std::move(budget)) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  ~MemoryShare() { set_used(0); }

  /// Takes `size` more. Returns false, and takes nothing, if it is not available.
  [[nodiscard]] bool take(std::size_t size);
  void give_back(std::size_t size);
  /// Takes or gives back, so that `size` is in use. Returns false, and changes nothing, if it is
  /// not available.
  [[nodiscard]] bool resize(std::size_t size);
  /// Returns the maximum size available now. Requires: there is a budget.
  std::size_t max_size() const;

 private:
  /// Requires: mutex_ is held.
  bool set_used(std::size_t used) noexcept;
  /// Returns how much of `used` comes from the part that is not reserved.
  std::int64_t from_spare(std::size_t used) const noexcept;

  std::shared_ptr<MemoryBudget> budget_;
  mutable std::mutex mutex_;
  std::size_t used_ = 0;
};

}  // namespace trivium::line
