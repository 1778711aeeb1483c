// What a running search asks: must I stop now? And the switch by which a protocol tells it.
//
// A session makes one SearchControl per search, keeps it while the search runs, and calls stop() or ponderhit() from its own thread;
// the searching threads only read. Time is measured from construction or an earlier start; if the search began as pondering, from
// ponderhit(): until then no clock runs against it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace trivium {

class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  /// The clock runs from `start` on.
  explicit SearchControl(bool pondering = false, Clock::time_point start = Clock::now())
      : pondering_(pondering), origin_(start.time_since_epoch().count()) {}
  SearchControl(const SearchControl&) = delete;
  SearchControl& operator=(const SearchControl&) = delete;

  /// Any thread. The search notices within two milliseconds.
  void stop() noexcept { source_.request_stop(); }

  /// Any thread. The opponent played the expected move: from now on the clock runs.
  void ponderhit() noexcept {
    origin_.store(ticks_now(), std::memory_order_relaxed);
    pondering_.store(false, std::memory_order_release);
  }

  /// Blocks until stop() is called.
  void wait_for_stop() const {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, token(), [] { return false; });
  }

  bool stop_requested() const noexcept { return source_.stop_requested(); }
  std::stop_token token() const noexcept { return source_.get_token(); }
  bool pondering() const noexcept { return pondering_.load(std::memory_order_acquire); }

  /// Time that counts against the clock; zero while pondering.
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
