// `trivium-learn poker-cnn train`: a network from logs.
#pragma once

namespace trivium::tools {

class Command;

void add_train(Command& app, int& status);

}  // namespace trivium::tools
