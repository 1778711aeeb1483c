// `trivium bench connect6-tactics`: how fast the line tables of Connect-6 follow the stones and tell what threatens.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

/// Adds the subcommand to `bench`.
void add_bench_tactics(CLI::App& bench, int& status);

}  // namespace trivium::tools
