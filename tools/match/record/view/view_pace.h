// Speed and remaining time of a run, from the games of this run only.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "tools/match/record/view/observer.h"

namespace trivium::match {

class Pace {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Pace(Time start) noexcept : start_(start) {}

  std::chrono::seconds elapsed(Time now) const noexcept {
    return std::chrono::duration_cast<std::chrono::seconds>(now - start_);
  }
  /// Remaining time until all games are played; empty before the first game ends.
  std::optional<std::chrono::seconds> left(const RunProgress& progress, Time now) const noexcept;

 private:
  Time start_;
};

/// "0:00:07", "26:03:12".
std::string hours_minutes_seconds(std::chrono::seconds time);

/// "37 of 200 games (12 played before), 2 running, 0:03:12 so far, about 0:14:20 left". A
/// sequential test has no remaining time: "37 of at most 1000000 games, 0:03:12 so far".
std::string progress_words(const Pace& pace, const Tournament& tournament,
                           const RunProgress& progress, Pace::Time now);
/// After the end: "37 of 200 games (12 played before) in 0:03:12".
std::string ended_words(const Pace& pace, const Tournament& tournament, const RunProgress& progress,
                        Pace::Time now);

}  // namespace trivium::match
