// What one think() may spend, and whether it is spent: nodes, time, the user's stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/connect6/search_parameters.h"
#include "engine/core/limits.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

/// Milliseconds for a whole turn under `clock`, whose moves to go are turns, with the numbers time_... of `parameters`. A clock that is
/// used up leaves none.
Milliseconds turn_time(const ClockState& clock, const SearchParameters& parameters = kSearch) noexcept;

/// In how many of a side's turns `stones` are placed, the present turn among them, of which `of_this_turn` are left.
constexpr int turns_left(int stones, int of_this_turn) noexcept { return 1 + (std::max(0, stones - of_this_turn) + 1) / 2; }

class Budget {
 public:
  using Clock = SearchControl::Clock;

  Budget(const Limits& limits, const SearchControl& control, const SearchParameters& parameters = kSearch) noexcept;

  /// From now on the limit is one for all threads that share `nodes`: each adds its own there now and then.
  void share(std::atomic<std::uint64_t>& nodes) noexcept { shared_ = &nodes; }
  /// From now on this is the budget of a helper, which shares `nodes`, has no clock and ends when `stop` says so.
  void help(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes) noexcept;

  /// Counts nodes without a look at the limits.
  void count(std::uint64_t nodes) noexcept {
    nodes_ += nodes;
    if (shared_ != nullptr && nodes_ - nodes_told_ >= kTellEvery) tell();
  }
  /// Counts one node. Returns false when the search must end now; it stays false then.
  bool spend() noexcept {
    if (spent_) return false;
    count(1);
    return !exhausted();
  }
  /// Whether the search must end now. Reads a clock: some 30 nanoseconds.
  bool exhausted() noexcept {
    if (!spent_) {
      spent_ = all_nodes() >= max_nodes_ || control_.stop_requested() || (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) ||
               (max_time_ && control_.elapsed() >= *max_time_);
    }
    return spent_;
  }
  /// So many nodes may still be counted.
  std::uint64_t nodes_left() const noexcept { return max_nodes_ - std::min(max_nodes_, all_nodes()); }
  /// Whether a further round of deepening, which takes longer than all before it, is likely to be cut off.
  bool nearly_spent() noexcept { return exhausted() || (may_save_ && time_used(begin_within_)); }

  /// Whether at least `per_cent` of the time is gone; never without a limit of time.
  bool time_used(int per_cent) const noexcept { return max_time_ && control_.elapsed() >= *max_time_ * per_cent / 100; }

  /// Of this thread, and of all.
  std::uint64_t nodes() const noexcept { return nodes_; }
  std::uint64_t all_nodes() const noexcept {
    return nodes_ - nodes_told_ + (shared_ != nullptr ? shared_->load(std::memory_order_relaxed) : 0);
  }
  std::uint64_t max_nodes() const noexcept { return max_nodes_; }
  const SearchControl& control() const noexcept { return control_; }
  /// Time since the search began, pondering included.
  std::chrono::microseconds time() const noexcept { return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin_); }

  /// Whether help() made it a helper's.
  bool is_helpers() const noexcept { return stop_ != nullptr; }

 private:
  static constexpr std::uint64_t kTellEvery = 64;

  void tell() noexcept;

  const SearchControl& control_;
  Clock::time_point begin_ = Clock::now();
  std::uint64_t nodes_ = 0;
  std::uint64_t max_nodes_ = std::numeric_limits<std::uint64_t>::max();
  std::optional<Clock::duration> max_time_;
  bool may_save_ = false;  // time not used now can be used later
  int begin_within_;       // per cent of the time
  bool spent_ = false;
  const std::atomic<bool>* stop_ = nullptr;       // a helper's
  std::atomic<std::uint64_t>* shared_ = nullptr;  // what all threads have told of
  std::uint64_t nodes_told_ = 0;                  // by this one
};

}  // namespace trivium::connect6
