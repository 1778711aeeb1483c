// The exit status of commands that make games which differ from each other, and may find too few.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tools/common_options.h"

namespace trivium::tools {

/// Numbers of games, or of openings.
struct GameCount {
  std::size_t made;
  std::size_t wanted;
  std::size_t known_in_a_row;  ///< the command ends after this number of known ones
};

/// Returns 0 if all wanted games were made for the file `out`. Otherwise prints a note that no new
/// ones were found, with `advice` (how to get more), and returns 1. `unit`: "game" or
/// "opening".
int report_count(const Reporting& reporting, const std::string& out, const GameCount& count,
                 std::string_view unit, std::string_view advice);

}  // namespace trivium::tools
