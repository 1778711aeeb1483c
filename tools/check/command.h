// Command line of `trivium-check`, also used by `trivium-match check-uci` and its variants.
#pragma once

namespace trivium::tools {

inline constexpr const char* kCheckProgram = "trivium-check";

/// Runs `trivium-check` with the arguments of main(); changes `argc` and the array. Returns the
/// exit status: 0 the program passed, 1 it did not, 2 bad usage.
int run_check(int argc, char** argv);

}  // namespace trivium::tools
