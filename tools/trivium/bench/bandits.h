// `trivium bench bandits`: how long a gamma variate takes and a round of each method that looks for the best action.
#pragma once

namespace trivium::tools {

class Command;

/// Adds the subcommand to `bench`.
void add_bench_bandits(Command& bench, int& status);

}  // namespace trivium::tools
