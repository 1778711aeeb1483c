// `trivium bench bandits`: time of a gamma variate and of a round of each best-arm method.
#pragma once

namespace trivium::tools {

class Command;

/// Adds the subcommand to `bench`.
void add_bench_bandits(Command& bench, int& status);

}  // namespace trivium::tools
