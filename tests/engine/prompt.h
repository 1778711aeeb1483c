// How soon a search must end once it is told to, for tests of stop latency, and how to ask on a machine that has other work too.
#pragma once

#include <algorithm>
#include <chrono>

namespace trivium::test {

/// Two milliseconds; the thread sanitizer makes a search some ten times slower, and with it the time between two looks at the stop.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::milliseconds kPrompt{20};
#else
inline constexpr std::chrono::milliseconds kPrompt{2};
#endif

/// The least time that `work` takes in so many tries: what is slow by itself is slow each time.
template <class Work>
std::chrono::steady_clock::duration quickest(int tries, Work work) {
  auto least = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < tries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    least = std::min(least, std::chrono::steady_clock::now() - begin);
  }
  return least;
}

}  // namespace trivium::test
