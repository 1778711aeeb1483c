// How many searches run at once among all sessions of a process, and who is next.
//
// First come, first served. A session that searches again goes to the end of the queue, so no chain of short searches keeps the others
// waiting for ever. All functions run on the one I/O thread that the sessions share.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

namespace trivium::line {

class SearchSlots {
 public:
  /// A place in the queue, later a slot. Destroying it leaves the queue, or gives the slot to the next in it.
  class Claim {
   public:
    /// Calls `granted` once, as soon as there is a slot: before this returns, or when an earlier claim is destroyed. `granted` must
    /// neither throw nor destroy a claim.
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

  /// At most `limit` searches at once, at least one.
  explicit SearchSlots(int limit) noexcept : limit_(limit) {}

  int limit() const noexcept { return limit_; }
  int running() const noexcept { return running_; }
  int waiting() const noexcept { return static_cast<int>(queue_.size()); }
  /// Searches that ever got a slot.
  std::uint64_t total() const noexcept { return total_; }

 private:
  void grant_next();

  const int limit_;
  int running_ = 0;
  std::uint64_t total_ = 0;
  std::list<Claim*> queue_;
};

}  // namespace trivium::line
