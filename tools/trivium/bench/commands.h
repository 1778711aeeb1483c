// The subcommands of `trivium bench` that have a file of their own.
#pragma once

namespace trivium::tools {

class Command;

// Each adds its subcommand to `bench`.

/// Time to draw a gamma variate, and time of a round of each best-arm method.
void add_bench_bandits(Command& bench, int& status);
/// Speed of seven-card hand ranking, with hands in memory.
void add_bench_hands(Command& bench, int& status);
/// Speed of updating the line tables of Connect-6, and of finding threats.
void add_bench_tactics(Command& bench, int& status);

}  // namespace trivium::tools
