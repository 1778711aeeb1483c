// `trivium-learn poker-cnn test`: how well a network that is there foretells what logged players do.
#pragma once

namespace trivium::tools {

class Command;

void add_test(Command& app, int& status);

}  // namespace trivium::tools
