// How soon a search must end once it is told to, for tests of stop latency.
#pragma once

#include <chrono>

namespace trivium::test {

/// Two milliseconds; the thread sanitizer makes a search some ten times slower, and with it the time between two looks at the stop.
#if defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::milliseconds kPrompt{20};
#else
inline constexpr std::chrono::milliseconds kPrompt{2};
#endif

}  // namespace trivium::test
