// The script and the style sheet of one-file pages: replay.js and single.css of this folder, which
// CMake turns into strings.
#pragma once

#include <string_view>

namespace trivium::tools {

extern const std::string_view kReplayScript;
extern const std::string_view kSingleStyle;

}  // namespace trivium::tools
