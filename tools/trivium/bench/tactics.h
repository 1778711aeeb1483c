// `trivium bench connect6-tactics`: how fast the line tables of Connect-6 follow the stones and tell what threatens.
#pragma once

namespace trivium::tools {

class Command;

/// Adds the subcommand to `bench`.
void add_bench_tactics(Command& bench, int& status);

}  // namespace trivium::tools
