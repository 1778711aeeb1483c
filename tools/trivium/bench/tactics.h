// `trivium bench connect6-tactics`: speed of updating the line tables of Connect-6, and of finding
// threats.
#pragma once

namespace trivium::tools {

class Command;

/// Adds the subcommand to `bench`.
void add_bench_tactics(Command& bench, int& status);

}  // namespace trivium::tools
