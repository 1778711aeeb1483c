// The commands of `trivium-learn`. Each converts options to the parameters of a learner, and the
// result to files. commands.cpp has the table of their names and descriptions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "learning/harness/process_group.h"

namespace trivium::tools {

class Command;
struct Reporting;

/// Adds options and a callback, which runs the work, to `command`, which has its name and
/// description already. The exit status is 0 unless the callback throws.
using AddCommand = void(Command& command);

/// As AddCommand, for a learner whose sums several `processes` share; null if there is only this
/// one. They must outlive the command.
using AddLearner = void(Command& command, learning::ProcessGroup* processes);

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
void add_learn_commands(Command& app, learning::ProcessGroup* processes);

/// Runs a command line of learners in this process of `processes`, and returns the exit status of
/// the process. Only rank 0 prints; an error of another rank is printed there with the rank and its
/// machine, and the status of the other ranks is 0. Throws away what the other ranks print. Fails
/// if a process runs another program, processor kernel, C library or command line than rank 0.
/// `kernel`: name of the processor kernel.
int run_processes(const char* name, const char* kernel, learning::Transport& transport, int argc,
                  char** argv);

/// Replaces this process by `trivium-learn-poker-cnn`, the program that uses libtorch, if the
/// command line is for it and it is built. Otherwise returns; then add_poker_cnn() and
/// add_poker_cnn_test() answer --help and report bad usage or the missing program.
void hand_over_networks(int argc, char** argv);

/// For a command that makes `wanted` games that differ from each other, and as its last step: if
/// not all were made for the file `out`, prints a note that the last `known_in_a_row` were all
/// known, with `advice` (how to get more), and throws Finished with exit status 1. `unit`: "game"
/// or "opening".
void require_count(const Reporting& reporting, const std::string& out, std::size_t made,
                   std::size_t wanted, std::size_t known_in_a_row, std::string_view unit,
                   std::string_view advice);

/// Prints a note if a share above 0, the value of `option`, holds out no item because there are too
/// few. `items` includes the number, "20 games".
void warn_if_none_held_out(const Reporting& reporting, double share, std::size_t held_out,
                           const std::string& items, const std::string& option = "--held-out");

}  // namespace trivium::tools
