// The commands of `trivium-learn-poker-cnn`. Each function adds options and a callback to
// `command`. The callback does the work and stores the exit status in `status`, which must outlive
// the command: 0 for success. Failures are exceptions (run_command_line() in tools/command_line.h).
#pragma once

namespace trivium::tools {

class Command;

/// Sets up `poker cnn`, which trains a network.
void add_train(Command& command, int& status);
/// Sets up `poker cnn-test`, which measures the predictions of a network.
void add_test(Command& command, int& status);

}  // namespace trivium::tools
