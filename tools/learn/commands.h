// The commands of `trivium-learn`. Each converts options to the parameters of a learner, and the
// result to files. commands.cpp has the table of their names and descriptions.
#pragma once

#include <cstddef>
#include <string>

#include "learning/harness/process_group.h"

namespace trivium::tools {

class Command;
struct Reporting;

/// Adds options and a callback to `command`, which has its name and description already. The
/// callback runs the work and stores the exit status in `status`, which must outlive the command: 0
/// success, 1 failure.
using AddCommand = void(Command& command, int& status);

/// As AddCommand, for a learner whose sums several `processes` share; null if there is only this
/// one. They must outlive the command.
using AddLearner = void(Command& command, int& status, learning::ProcessGroup* processes);

AddLearner add_chess_tdleaf;
AddLearner add_chess_style;
AddCommand add_chess_style_classes;
AddCommand add_chess_style_people;
AddCommand add_chess_style_tables;
AddCommand add_chess_strength_rungs;
AddCommand add_chess_strength_measure;
AddCommand add_chess_selfplay;
AddCommand add_chess_merge;

AddLearner add_connect6_patterns;
AddLearner add_connect6_value;
AddLearner add_connect6_draws;
AddCommand add_connect6_playouts;
AddCommand add_connect6_records;
AddCommand add_connect6_match;
AddCommand add_connect6_selfplay;
AddCommand add_connect6_merge;

AddLearner add_poker_cfr;
AddCommand add_poker_cfr_exact;
AddCommand add_poker_cfr_buckets;
AddCommand add_poker_cfr_sample;
AddCommand add_poker_cnn;
AddCommand add_poker_cnn_test;
AddCommand add_poker_selfplay;
AddCommand add_poker_merge;

AddCommand add_reversi_match;
AddCommand add_reversi_openings;
AddCommand add_reversi_probcut;
AddLearner add_reversi_patterns;
AddCommand add_reversi_selfplay;
AddCommand add_reversi_shapes;
AddLearner add_reversi_value;
AddCommand add_reversi_merge;

/// Adds all commands, or, if `processes` is not null, those of learners that several processes
/// share.
void add_learn_commands(Command& app, int& status, learning::ProcessGroup* processes);

/// Replaces this process by `trivium-learn-poker-cnn`, the program that uses libtorch, if the
/// command line is for it and it is built. Otherwise returns; then add_poker_cnn() and
/// add_poker_cnn_test() answer --help and report bad usage or the missing program.
void hand_over_networks(int argc, char** argv);

/// Prints a note if a share above 0 holds out no item because there are too few. `option` is the
/// option as typed, "--held-out 0.1"; `items` includes the number, "20 games".
void warn_if_none_held_out(const Reporting& reporting, double share, std::size_t held_out,
                           const std::string& option, const std::string& items);

}  // namespace trivium::tools
