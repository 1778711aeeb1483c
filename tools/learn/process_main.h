// The common part of main() for programs whose learners run in several processes.
#pragma once

#include "learning/harness/process_group.h"

namespace trivium::tools {

/// Runs a command line of learners in this process of `processes`, and returns the exit status of
/// the process. Only rank 0 prints; an error of another rank is printed there with the rank and its
/// machine, and the status of the other ranks is 0. Throws away what the other ranks print. Fails
/// if a process runs another program, processor kernel, C library or command line than rank 0.
/// `kernel`: name of the processor kernel.
int run_processes(const char* name, const char* kernel, learning::Transport& transport, int argc,
                  char** argv);

}  // namespace trivium::tools
