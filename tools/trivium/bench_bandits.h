// `trivium bench bandits`: how long a gamma variate takes and a round of each method that looks for the best action.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

/// Adds the subcommand to `bench`.
void add_bench_bandits(CLI::App& bench, int& status);

}  // namespace trivium::tools
