// The commands of `trivium-learn-poker-cnn`. A callback stores the exit status.
#pragma once

namespace trivium::tools {

class Command;

/// `poker cnn`.
void add_train(Command& command, int& status);
/// `poker cnn-test`.
void add_test(Command& command, int& status);

}  // namespace trivium::tools
