// `trivium-learn poker-cnn ...`: hands its words to a program of its own, which alone is linked with libtorch.
#pragma once

#include "tools/command_line.h"

namespace trivium::tools {

OwnCommand poker_cnn_command();

}  // namespace trivium::tools
