// The two clocks of a GTP game and the four ways to set them.
//
// GTP counts moves, our players think once for all moves of a turn (in Connect-6 two); this class turns the one into the other. It keeps
// both clocks by itself, so that an engine to which nobody sends time_left still knows its time.
// Sources: GTP 2 draft, section 4.2 (time_settings, time_left); the KGS GTP extension (kgs-time_settings).
#pragma once

#include <array>
#include <optional>

#include "engine/core/limits.h"
#include "protocols/gtp/arguments.h"

namespace trivium::gtp {

struct TimeSettings {
  enum class Kind : std::uint8_t {
    kNone,
    kAbsolute,  ///< main time only
    kCanadian,  ///< after the main time `overtime` for every `count` stones
    kByoYomi,   ///< after the main time `overtime` for each stone; `count` times it may run out
  };
  Kind kind = Kind::kNone;
  Milliseconds main{0};
  Milliseconds overtime{0};
  int count = 0;
};

/// How many moves the side to move has in its turn.
struct TurnMoves {
  int left = 1;   ///< of the present turn
  int whole = 1;  ///< of a turn from its beginning
};

class TimeControl {
 public:
  /// Both clocks start afresh.
  void set(const TimeSettings& settings);
  /// Both clocks start afresh with the settings in force.
  void restart() { set(settings_); }

  /// What the controller's clock shows for `color`: `count` is 0 in main time, else the stones (or periods) left.
  void set_left(Color color, Milliseconds left, int count);

  /// `color` has placed a stone after `spent`.
  void charge(Color color, Milliseconds spent);

  /// What `color`, which is to move, has for the rest of its turn and the game, whose moves to go are turns; nothing when no time was ever
  /// set.
  std::optional<ClockState> clock(Color color, TurnMoves turn) const;

 private:
  struct Clock {
    bool running = false;
    Milliseconds left{0};
    int count = 0;  ///< stones or periods left of the overtime; 0 in main time
  };

  bool has_overtime() const noexcept;
  void enter_overtime(Clock& clock) const;
  Clock& clock_of(Color color) { return clocks_[static_cast<std::size_t>(color)]; }
  const Clock& clock_of(Color color) const { return clocks_[static_cast<std::size_t>(color)]; }

  TimeSettings settings_;
  std::array<Clock, 2> clocks_;
};

}  // namespace trivium::gtp
