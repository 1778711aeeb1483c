// A program started by us, with pipes for its standard input, output and error stream, and its end.
//
// Tournaments start thousands of programs of all kinds, so this one place takes care of what goes wrong with them: a descriptor of one
// engine inherited by another (whose pipe then never closes), blocked or ignored signals handed down, a Ctrl-C on the terminal that
// reaches the engines, a runner killed with -9 that leaves engines behind, helpers of an engine that outlive it, zombies. Linux only.
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
  std::vector<std::string> command;      ///< program and arguments
  std::filesystem::path directory;       ///< to work in; empty: where we are
  std::vector<std::string> environment;  ///< "NAME=VALUE", added to ours
};

/// The file that the first word of a command means, as an absolute path: a word with a slash is looked for from where we are, then from
/// `directory`; any other in PATH. The error says what is missing: "'stokfish': no such program in PATH".
Result<std::filesystem::path> locate_program(const std::string& word, const std::filesystem::path& directory = {});

/// How a process ended.
struct ExitStatus {
  int status = 0;  ///< exit status, where signal is 0
  int signal = 0;

  bool clean() const noexcept { return status == 0 && signal == 0; }
  /// "ended with status 3", "ended by signal 11 (Segmentation fault)".
  std::string words() const;
};

/// Not thread-safe. The program is killed (SIGKILL) when the *thread* that started it ends, however that happens: it must be started by the
/// thread that talks to it. Programs that it starts in turn are killed in end() and by the destructor, as long as they stay in its process
/// group; after a kill -9 of ours they are left to notice that their input has closed.
class ChildProcess {
 public:
  /// Starts the program and returns when it runs. Our ends of the pipes do not block and are not inherited by other programs. Ignores
  /// SIGPIPE for the whole process: a program that went away is an ordinary end here; and no longer ignores SIGCHLD, where it did, as how
  /// a program ended would be lost. The error says what could not be done: "cannot start '/tmp/engine': Permission denied".
  static Result<ChildProcess> start(const ProgramSpec& spec);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  /// Kills it if it still runs.
  ~ChildProcess();

  pid_t id() const noexcept { return id_; }
  /// Our ends of its standard streams; -1 once closed.
  int input() const noexcept { return input_.get(); }
  int output() const noexcept { return output_.get(); }
  int errors() const noexcept { return errors_.get(); }
  void close_input() noexcept { input_ = Descriptor(); }
  void close_output() noexcept { output_ = Descriptor(); }
  void close_errors() noexcept { errors_ = Descriptor(); }

  /// Whether and how it has ended; does not block.
  std::optional<ExitStatus> exit_status() noexcept;
  /// To its process group, unless it has ended.
  void signal(int number) noexcept;
  /// SIGKILL, and waits for the end.
  ExitStatus kill() noexcept;

 private:
  ChildProcess(pid_t id, Descriptor input, Descriptor output, Descriptor errors) noexcept;

  pid_t id_ = -1;  ///< -1: moved away
  std::optional<ExitStatus> ended_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
};

/// Time that all threads of process `id` which live now, and the calling thread, have stood ready without a processor since they began:
/// what a busy machine took from them. Nothing where the kernel does not count it.
std::optional<std::chrono::nanoseconds> waiting_time(pid_t id);

/// Processor time that all threads of process `id` have used since it began, those that have ended included. Nothing where it cannot be
/// read.
std::optional<std::chrono::nanoseconds> processor_time(pid_t id);

}  // namespace trivium::client
