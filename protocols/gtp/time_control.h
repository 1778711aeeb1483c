// The two clocks of a GTP game and the four ways to set them.
//
// GTP counts stones, our player thinks once for all stones of a turn; this class turns the one into the other. It keeps both clocks by
// itself, so that an engine to which nobody sends time_left still knows its time.
// Sources: GTP 2 draft, section 4.2 (time_settings, time_left); the KGS GTP extension (kgs-time_settings).
#pragma once

#include <array>
#include <optional>

#include "engine/connect6/rules/board.h"
#include "engine/core/limits.h"

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

class TimeControl {
 public:
  /// Both clocks start afresh.
  void set(const TimeSettings& settings);
  /// Both clocks start afresh with the settings in force.
  void restart() { set(settings_); }

  /// What the controller's clock shows for `color`: `count` is 0 in main time, else the stones (or periods) left.
  void set_left(connect6::Stone color, Milliseconds left, int count);

  /// `color` has placed a stone after `spent`.
  void charge(connect6::Stone color, Milliseconds spent);

  /// What the side to move of `board` has for the rest of its turn and the game; nothing when no time was ever set.
  std::optional<ClockState> clock(const connect6::Board& board) const;

 private:
  struct Clock {
    bool running = false;
    Milliseconds left{0};
    int count = 0;  ///< stones or periods left of the overtime; 0 in main time
  };

  bool has_overtime() const noexcept;
  void enter_overtime(Clock& clock) const;
  Clock& clock_of(connect6::Stone color) { return clocks_[static_cast<std::size_t>(connect6::index(color) - 1)]; }
  const Clock& clock_of(connect6::Stone color) const { return clocks_[static_cast<std::size_t>(connect6::index(color) - 1)]; }

  TimeSettings settings_;
  std::array<Clock, 2> clocks_;
};

}  // namespace trivium::gtp
