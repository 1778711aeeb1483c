// How long to think about a move.
//
// Two bounds: the optimum is looked at between iterations, stretched or shortened by how sure the search is; the maximum ends a
// search wherever it is (chessprogramming wiki: Time Management). Both start from the clock less the overhead and a small reserve. The
// shares are plain fractions of the time left (search_parameters.h: time_...), chosen so that no sequence of moves can run out (the tests
// simulate games).
#pragma once

#include <chrono>
#include <optional>

#include "engine/chess/search_parameters.h"
#include "engine/core/limits.h"

namespace trivium::chess {

class TimeManager {
 public:
  using Duration = std::chrono::microseconds;

  /// By the numbers named time_... of `parameters`.
  TimeManager(const Limits& limits, Milliseconds overhead, const SearchParameters& parameters = kSearch) noexcept;

  /// Whether a clock or a time for the move limits this search.
  bool limited() const noexcept { return maximum_.has_value(); }
  /// Whether a clock runs, so that time saved now is of use later.
  bool on_clock() const noexcept { return optimum_.has_value(); }

  std::optional<Duration> optimum() const noexcept { return optimum_; }
  std::optional<Duration> maximum() const noexcept { return maximum_; }

  /// The search must stop now.
  bool is_over(Duration elapsed) const noexcept { return maximum_ && elapsed >= *maximum_; }

  /// How sure a search is of its move.
  struct Progress {
    int settled = 0;  ///< iterations since the best move last changed
    int drop = 0;     ///< centipawns that the score fell by in the last iteration
    int effort = 50;  ///< percent of all nodes spent on the best move: many when the others are soon refuted
  };
  /// Another iteration is not worth its time.
  bool is_enough(Duration elapsed, const Progress& progress) const noexcept;

 private:
  SearchParameters parameters_;
  std::optional<Duration> optimum_;
  std::optional<Duration> maximum_;
};

}  // namespace trivium::chess
