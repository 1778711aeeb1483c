// The command line of `trivium-check`, which is also what `trivium-match check-uci` and its like run.
#pragma once

namespace trivium::tools {

inline constexpr const char* kCheckProgram = "trivium-check";

/// Runs `trivium-check` with the words of its main(). `argc` and the array change. Returns the exit
/// status: 0 the program passed, 1 it did not, 2 bad usage.
int run_check(int argc, char** argv);

}  // namespace trivium::tools
