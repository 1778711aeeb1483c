// `trivium-learn poker-cnn test`: how well a network that is there foretells what logged players do.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_test(CLI::App& app, int& status);

}  // namespace trivium::tools
