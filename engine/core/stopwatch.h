// A clock that measures how long something takes.
#pragma once

#include <chrono>

namespace trivium {

/// Measures the wall-clock time since its construction.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  Clock::duration elapsed() const { return Clock::now() - started_; }
  double seconds() const { return std::chrono::duration<double>(elapsed()).count(); }

 private:
  Clock::time_point started_ = Clock::now();
};

}  // namespace trivium
