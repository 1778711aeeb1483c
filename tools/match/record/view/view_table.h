// Live view of a tournament on a terminal: progress, standings, running games and the last
// warnings, redrawn in place.
//
// The view is at the end of the output and replaces only its own lines. It never hides the cursor
// and leaves it below the view, so the terminal stays usable even if the program is killed. It is
// redrawn after events, at most four times a second, and once a second for the clocks. The window
// size is read each time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trivium::match {

/// Size of a terminal window, in characters.
struct WindowSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

/// Computes the bytes that replace a picture (the lines of the view) on a terminal by the next one.
class Redrawing {
 public:
  /// Returns bytes that move the cursor to the start of the last picture, erase it and write
  /// `lines`, cut to the width and height of `window`. If the window has become narrower, a line of
  /// the last picture takes more than one row; this is taken into account. Requires: lines are
  /// ASCII.
  std::string next(const std::vector<std::string>& lines, WindowSize window);

 private:
  std::vector<std::size_t> widths_;  ///< widths of the lines on the screen
};

}  // namespace trivium::match
