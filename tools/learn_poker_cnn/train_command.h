// `trivium-learn poker-cnn train`: a network from logs.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_train(CLI::App& app, int& status);

}  // namespace trivium::tools
