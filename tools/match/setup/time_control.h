// Time control of an engine in the notation of tournament users, and the clock that applies it.
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
  /// Number of moves (in Connect-6 of stones) after which the base time is added again; 0: never.
  int moves = 0;
  bool clock = false;  ///< false: no clock runs (`inf`, st, depth or nodes alone)
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  Milliseconds margin{0};  ///< tolerance for late moves

  /// True if nothing limits the engine.
  bool unlimited() const noexcept { return !clock && !move_time && !depth && !nodes; }
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// Returns the default margin. It is 0 for a clock: an engine that knows its clock keeps a reserve.
/// For a time per move (st) it is 5 % of that time, at least 10 ms, since engines overrun by the
/// time of their last node and of reading the answer.
Milliseconds usual_margin(const TimeControl& control) noexcept;

/// Parses the value of `tc=` into base, increment, moves and clock of `control`; other members
/// stay. The error names the part: "tc: '1:xx': time: must be a number of seconds, such as 60 or
/// 0.5".
Status parse_clock(std::string_view text, TimeControl& control);
/// Parses seconds with a fraction (`st=`), rounded to milliseconds: 0, or 1 ms to 10,000,000 s. The
/// error does not repeat the text: "must be a number of seconds, such as 60 or 0.5".
Result<Milliseconds> parse_seconds(std::string_view text);
/// Returns a text for PGN's TimeControl and tables: "40/90+0.5", "st=1", "depth=8 nodes=1000",
/// "inf". parse_clock() can read the text of a clock.
std::string to_string(const TimeControl& control);

/// The clock of one side in one game.
class GameClock {
 public:
  explicit GameClock(const TimeControl& control) noexcept;

  const TimeControl& control() const noexcept { return control_; }
  /// Returns the time sent to the mover: whole milliseconds, rounded down, at least 1, since some
  /// programs read 0 as "no clock".
  ClockState state() const noexcept;
  /// Returns the time for the next move, without the margin; empty without a time limit.
  std::optional<Microseconds> available() const noexcept;
  /// Charges a move that took `used` and adds the increment. Returns what is left of the time that
  /// available() returned before: negative if the move took longer, empty without a time limit. An
  /// overrun is not charged to later moves.
  std::optional<Microseconds> charge(Microseconds used) noexcept;

 private:
  TimeControl control_;
  Microseconds remaining_{0};
  int moves_left_ = 0;  ///< moves until base is added; 0: never
};

}  // namespace trivium::match
