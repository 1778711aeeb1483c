// What a test of resumed training throws where a kill would end the run.
#pragma once

namespace trivium::learning {

struct Killed {};

}  // namespace trivium::learning
