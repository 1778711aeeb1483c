// Exception that a test of resumed training throws instead of a kill.
#pragma once

namespace trivium::learning {

struct Killed {};

}  // namespace trivium::learning
