// Measures how soon a search ends after a stop request, in processor time, which does not depend on
// the load of the machine. Wall-clock time only has a limit that a search exceeds if it hangs or
// sleeps; `tools/bench stop` measures it in milliseconds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <doctest/doctest.h>
#include <pthread.h>
#include <stop_token>
#include <thread>
#include <vector>

#include "engine/core/search_control.h"

namespace trivium::test {

/// Maximum processor time after a stop: two milliseconds. Sanitizers make a search several times
/// slower, and with it the time between two polls of the stop, so the limit there is ten times as
/// long.
#if defined(TRIVIUM_SANITIZER)
inline constexpr std::chrono::milliseconds kPrompt{20};
#else
inline constexpr std::chrono::milliseconds kPrompt{2};
#endif

/// Maximum wall-clock time of work that needs less than a second of processor time.
inline constexpr std::chrono::seconds kHangs{5};

/// Returns the processor time of all threads of this process, or of the thread that `clock` belongs
/// to. The time of the process may lack up to a kernel tick (4 ms) for each other running thread.
inline std::chrono::nanoseconds processor_time(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// Returns the processor time that `work` uses. Fails the test if `work` hangs.
template <class Work>
std::chrono::nanoseconds computed_in(Work work) {
  const auto begun = std::chrono::steady_clock::now();
  const std::chrono::nanoseconds before = processor_time();
  work();
  const std::chrono::nanoseconds computed = processor_time() - before;
  CHECK(std::chrono::steady_clock::now() - begun < kHangs);
  return computed;
}

/// Processor time of the searching thread between the stop and the end of the search.
struct AfterStop {
  std::chrono::nanoseconds time{};   ///< processor time, counted from just before the stop
  std::chrono::nanoseconds doubt{};  ///< the part of it that may have passed before the stop
};

/// Measures the end of `search`, which runs in this thread. Another thread calls
/// `wait(std::stop_token)` and then stops it by `control`; the token is set if the search returns
/// before, which fails the test, as does a search that hangs after the stop.
template <class Wait, class Search>
AfterStop computed_after_stop(SearchControl& control, Wait wait, Search search) {
  clockid_t searching{};
  REQUIRE(pthread_getcpuclockid(pthread_self(), &searching) == 0);
  std::chrono::steady_clock::time_point stopped;
  std::chrono::nanoseconds before{};
  std::chrono::nanoseconds behind{};
  std::atomic<bool> requested = false;
  std::jthread stopper([&](const std::stop_token& ended) {
    wait(ended);
    stopped = std::chrono::steady_clock::now();
    before = processor_time(searching);
    requested = true;
    control.stop();
    behind = processor_time(searching);
  });
  search();
  const std::chrono::nanoseconds end = processor_time(searching);
  const auto answered = std::chrono::steady_clock::now();
  CHECK(requested);
  stopper.request_stop();
  stopper.join();
  CHECK(answered - stopped < kHangs);
  return {end - before, behind - before};
}

/// Returns the second lowest of five measurements. A measurement does not count if the stopping
/// thread had to wait for a processor, as happens on a loaded machine.
template <class Measure>
std::chrono::nanoseconds low_of_five(Measure measure) {
  std::vector<std::chrono::nanoseconds> times;
  for (int tries = 0; tries < 100 && times.size() < 5; ++tries) {
    const AfterStop measured = measure();
    if (4 * measured.doubt < kPrompt) times.push_back(measured.time);
  }
  REQUIRE(times.size() == 5);
  std::sort(times.begin(), times.end());
  return times[1];
}

/// Waits until a search has started.
inline void let_it_search(const std::stop_token& /*ended*/) {
  std::this_thread::sleep_for(std::chrono::milliseconds(15));
}

}  // namespace trivium::test
