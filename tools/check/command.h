// Command line of `trivium-check`. `trivium-match` also runs it, for the old names of its commands:
// `trivium-match check-uci`, check-gtp and check-acpc.
#pragma once

namespace trivium::tools {

inline constexpr const char* kCheckProgram = "trivium-check";

/// Runs `trivium-check` with the arguments of main(); changes `argc` and the array. Returns the
/// exit status: 0 if the tested program passed, 1 if it did not or the report could not be printed,
/// 2 for bad usage.
int run_check(int argc, char** argv);

}  // namespace trivium::tools
