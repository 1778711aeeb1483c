// How much an engine may think in a game, as tournament users write it, and the clock that counts it.
//
//   tc=[MOVES/][MINUTES:]SECONDS[+INCREMENT]   40/1:30+0.5   10+0.1   inf
//   st=SECONDS   depth=N   nodes=N   timemargin=MILLISECONDS
//
// Source of the notation: cutechess-cli and fastchess.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/limits.h"
#include "engine/core/result.h"

namespace trivium::match {

using Microseconds = std::chrono::microseconds;

struct TimeControl {
  Milliseconds base{0};
  Milliseconds increment{0};
  int moves = 0;       ///< in which base must last; then it is added again. 0: base is for the whole game. Connect-6 counts stones
  bool clock = false;  ///< false: no clock runs (`inf`, st, depth or nodes alone)
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  Milliseconds margin{0};  ///< past its time a move still counts

  /// Neither a clock nor a limit: an engine could think for ever.
  bool unlimited() const noexcept { return !clock && !move_time && !depth && !nodes; }
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// The margin where none is given. A clock needs none: an engine that knows it keeps a reserve. A time for each move (st) is what engines
/// aim at and pass by their own last node and our reading: 10 ms, or 5 % of it where that is more.
Milliseconds usual_margin(const TimeControl& control) noexcept;

/// Reads the value of `tc=` into the clock of `control`; the rest stays. The error names the part:
/// "tc: '1:xx': time: must be a number of seconds, such as 60 or 0.5".
Status parse_clock(std::string_view text, TimeControl& control);
/// Reads seconds with a fraction (`st=`), to the nearest millisecond: 0, or from 1 ms to 10,000,000 s. The error says what
/// is wrong without naming the text: "must be a number of seconds, such as 60 or 0.5".
Result<Milliseconds> parse_seconds(std::string_view text);
/// "40/90+0.5", "st=1", "depth=8 nodes=1000", "inf": as PGN's TimeControl and the tables show it. parse_clock() reads the clock again.
std::string to_string(const TimeControl& control);

/// The clock of one side in one game.
class GameClock {
 public:
  explicit GameClock(const TimeControl& control) noexcept;

  const TimeControl& control() const noexcept { return control_; }
  /// What the mover is told: whole milliseconds, rounded down, but never less than 1, as there are programs that take 0 for "no clock".
  ClockState state() const noexcept;
  /// Time the move may take before the flag falls, margin not included; nothing where no time limit runs.
  std::optional<Microseconds> available() const noexcept;
  /// Counts a move that took `used`, and adds what the control adds. Returns what of available() was left: negative where the move took
  /// longer, nothing where no time limit runs. Time past the flag is not owed later: whoever lets the move count has forgiven it.
  std::optional<Microseconds> charge(Microseconds used) noexcept;

 private:
  TimeControl control_;
  Microseconds remaining_{0};
  int moves_left_ = 0;  ///< until base is added; 0 where it never is
};

}  // namespace trivium::match
