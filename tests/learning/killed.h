// Exception by which a test simulates that a training run is killed.
#pragma once

namespace trivium::learning {

struct Killed {};

}  // namespace trivium::learning
