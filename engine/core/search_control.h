// Stop flag and clock origin shared by a running search (reader) and its protocol session (writer).
//
// A session makes one SearchControl per search and keeps it while the search runs. It calls stop()
// or ponderhit() from its own thread; search threads only read. Time is measured from construction
// or from an earlier `start`. If the search began as pondering, time is measured from ponderhit().
#pragma once

#include <atomic>
#include <chrono>
#include <stop_token>

#include "engine/core/stop_wait.h"

namespace trivium {

class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the clock at `start`.
  explicit SearchControl(bool pondering = false, Clock::time_point start = Clock::now())
      : pondering_(pondering), origin_(start.time_since_epoch().count()) {}
  SearchControl(const SearchControl&) = delete;
  SearchControl& operator=(const SearchControl&) = delete;

  /// Requests the end of the search, which polls the request (node_budget.h) and ends within about
  /// two milliseconds. Thread-safe.
  void stop() noexcept { source_.request_stop(); }

  /// Ends pondering and starts the clock: the opponent has played the expected move. Thread-safe.
  void ponderhit() noexcept {
    origin_.store(ticks_now(), std::memory_order_relaxed);
    pondering_.store(false, std::memory_order_release);
  }

  /// Blocks until stop() is called.
  void wait_for_stop() const { trivium::wait_for_stop(token()); }

  bool stop_requested() const noexcept { return source_.stop_requested(); }
  std::stop_token token() const noexcept { return source_.get_token(); }
  bool pondering() const noexcept { return pondering_.load(std::memory_order_acquire); }

  /// Time since the clock started; zero while pondering. Thread-safe.
  Clock::duration elapsed() const noexcept {
    if (pondering()) return Clock::duration::zero();
    return Clock::duration(ticks_now() - origin_.load(std::memory_order_relaxed));
  }

 private:
  static Clock::rep ticks_now() noexcept { return Clock::now().time_since_epoch().count(); }

  std::stop_source source_;
  std::atomic<bool> pondering_;
  std::atomic<Clock::rep> origin_;
};

}  // namespace trivium
