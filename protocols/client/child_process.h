// A child process with pipes for its standard input, output and error stream.
//
// Tournaments start thousands of programs of all kinds. This class handles the usual problems: a
// descriptor of one engine inherited by another (whose pipe then never closes), inherited blocked
// or ignored signals, a Ctrl-C on the terminal that reaches the engines, engines left running after
// a kill -9 of the runner, child processes that outlive their engine, zombies. Linux only.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"

namespace trivium::client {

struct ProgramSpec {
  std::vector<std::string> command;  ///< program and arguments
  std::filesystem::path directory;   ///< working directory; empty: that of this process
  /// "NAME=VALUE": added to the environment of this process, or replaces the variable NAME in it.
  std::vector<std::string> environment;
};

/// Returns the absolute path of the program that the first word of a command names. A word with a
/// slash is searched from the current folder, then from `directory`; any other word in PATH. The
/// error states what is missing: "'stokfish': no such program in PATH".
Result<std::filesystem::path> locate_program(const std::string& word,
                                             const std::filesystem::path& directory = {});

/// How a process ended.
struct ExitStatus {
  int status = 0;  ///< exit status, if signal is 0
  int signal = 0;

  bool clean() const noexcept { return status == 0 && signal == 0; }
  /// Returns "ended with status 3" or "ended by signal 11 (Segmentation fault)".
  std::string words() const;
};

/// Not thread-safe. The program is killed (SIGKILL) when the *thread* that started it ends, so the
/// thread that uses it must start it. Programs that it starts itself and that stay in its process
/// group are killed by kill(), by the destructor, and by exit_status() when it finds that the
/// program has ended. After a kill -9 of this process they run until they notice that their input
/// is closed.
class ChildProcess {
 public:
  /// Starts the program and blocks until it runs. The pipe ends of this process do not block and
  /// are not inherited by other programs. Changes two signals for the whole process: SIGPIPE is
  /// ignored, because a closed pipe is a normal end here; SIGCHLD is no longer ignored, because
  /// exit statuses would be lost. The error states what failed: "cannot start '/tmp/engine':
  /// Permission denied".
  static Result<ChildProcess> start(const ProgramSpec& spec);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  /// Kills the program if it still runs.
  ~ChildProcess();

  pid_t id() const noexcept { return id_; }
  /// Descriptors of this process for the program's standard streams; -1 once closed.
  int input() const noexcept { return input_.get(); }
  int output() const noexcept { return output_.get(); }
  int errors() const noexcept { return errors_.get(); }
  void close_input() noexcept { input_ = Descriptor(); }
  void close_output() noexcept { output_ = Descriptor(); }
  void close_errors() noexcept { errors_ = Descriptor(); }

  /// Returns how the program ended, or nothing if it still runs. Does not block.
  std::optional<ExitStatus> exit_status() noexcept;
  /// Sends a signal to its process group, unless it has ended.
  void signal(int number) noexcept;
  /// Sends SIGKILL and waits for the end.
  ExitStatus kill() noexcept;

 private:
  ChildProcess(pid_t id, Descriptor input, Descriptor output, Descriptor errors) noexcept;

  pid_t id_ = -1;  ///< -1: moved away
  std::optional<ExitStatus> ended_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

/// Returns the time that all living threads of process `id`, and the calling thread, have been
/// runnable without a processor since they started: the delay caused by other load. Returns nothing
/// if the kernel does not count it.
std::optional<std::chrono::nanoseconds> waiting_time(pid_t id);

/// Returns the processor time of all threads of process `id` since its start, including ended
/// threads. Returns nothing if it cannot be read.
std::optional<std::chrono::nanoseconds> processor_time(pid_t id);

}  // namespace trivium::client
