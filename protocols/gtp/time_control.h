// The two clocks of a GTP game and the four ways to set them.
//
// GTP counts moves, but the player thinks once for all moves of a turn (two in Connect-6); this
// class converts between them. It runs both clocks itself, so the engine knows its time even if no
// time_left arrives.
// Sources: GTP 2 draft, section 4.2 (time_settings, time_left); the KGS GTP extension
// (kgs-time_settings).
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
    kByoYomi,  ///< after the main time `count` periods of `overtime`; a stone within a period keeps
               ///< it
  };
  Kind kind = Kind::kNone;
  Milliseconds main{0};
  Milliseconds overtime{0};
  int count = 0;
};

/// Number of moves in the turn of the side to move.
struct TurnMoves {
  int left = 1;   ///< moves left in the present turn
  int whole = 1;  ///< moves of a complete turn
};

class TimeControl {
 public:
  /// Restarts both clocks.
  void set(const TimeSettings& settings);
  /// Restarts both clocks with the present settings.
  void restart() { set(settings_); }

  /// Sets the clock of `color` to that of the controller. `count` is 0 in main time, else the
  /// number of stones (or periods) left.
  void set_left(Color color, Milliseconds left, int count);

  /// Subtracts `spent` for one stone of `color`.
  void charge(Color color, Milliseconds spent);

  /// Returns the time of `color`, which is to move, for the rest of its turn and the game; its
  /// moves to go are turns. Returns nothing if no time was set.
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
