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
  /// Returns the estimated time until all games are played; empty before a game of this run ended.
  std::optional<std::chrono::seconds> left(const RunProgress& progress, Time now) const noexcept;

 private:
  Time start_;
};

/// Formats a time: "0:00:07", "26:03:12".
std::string hours_minutes_seconds(std::chrono::seconds time);

/// Returns "37 of 200 games (12 played before), 2 running, 0:03:12 so far, about 0:14:20 left". For
/// a sequential test, whose length is unknown, the remaining time is omitted: "37 of at most
/// 1000000 games, 0:03:12 so far".
std::string progress_words(const Pace& pace, const Tournament& tournament,
                           const RunProgress& progress, Pace::Time now);
/// Returns the text after the end: "37 of 200 games (12 played before) in 0:03:12".
std::string ended_words(const Pace& pace, const Tournament& tournament, const RunProgress& progress,
                        Pace::Time now);

}  // namespace trivium::match
