// Limits the number of simultaneous searches of all sessions of a process, with a queue for the
// others.
//
// First come, first served. A session that searches again goes to the end of the queue, so a series
// of short searches cannot block the others. All functions run on the one I/O thread that the
// sessions share.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

namespace trivium::line {

class SearchSlots {
 public:
  /// A place in the queue, later a slot. Its destructor leaves the queue, or passes the slot to the
  /// next claim.
  class Claim {
   public:
    /// Calls `granted` once, as soon as a slot is free: before this returns, or when an earlier
    /// claim is destroyed. `granted` must neither throw nor destroy a claim.
    Claim(std::shared_ptr<SearchSlots> slots, std::function<void()> granted);
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;
    ~Claim();

   private:
    friend class SearchSlots;

    std::shared_ptr<SearchSlots> slots_;
    std::function<void()> granted_;
    bool holds_slot_ = false;
  };

  /// Allows at most `limit` searches at once. Requires: limit >= 1.
  explicit SearchSlots(int limit) noexcept : limit_(limit) {}

  int limit() const noexcept { return limit_; }
  int running() const noexcept { return running_; }
  int waiting() const noexcept { return static_cast<int>(queue_.size()); }
  /// Returns the number of searches that got a slot since the start.
  std::uint64_t total() const noexcept { return total_; }

 private:
  void grant_next();

  const int limit_;
  int running_ = 0;
  std::uint64_t total_ = 0;
  std::list<Claim*> queue_;
};

}  // namespace trivium::line
