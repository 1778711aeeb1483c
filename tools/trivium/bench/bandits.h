// `trivium bench bandits`: time to draw a gamma variate, and time of a round of each best-arm
// method.
#pragma once

namespace trivium::tools {

class Command;

/// Adds the subcommand to `bench`.
void add_bench_bandits(Command& bench, int& status);

}  // namespace trivium::tools
