// The common part of main() for programs whose learners run in several processes.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gnu/libc-version.h>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>

#include "learning/harness/manifest.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn/commands.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

constexpr const char* kProcessesDescription =
    "Trivium's learners over several processes, which mpirun starts. The result is that of "
    "trivium-learn with the same data, seed and options.";

std::string machine_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "?";
  return name.data();
}

/// Drops everything that this process prints.
void drop_output() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

/// Describes everything outside the data that decides the bits of a result. Logarithms and
/// exponentials are those of the C library.
std::string program_text(const char* name, const char* kernel) {
  return fmt::format("{} {} ({}), kernel {}, SHA-256 {}, C library {}", name, version(), commit(),
                     kernel, learning::describe_data("/proc/self/exe", "").sha256,
                     ::gnu_get_libc_version());
}

/// True if standard error is for people, and the command learns.
bool reports_to_people(std::span<char* const> words) {
  constexpr std::array kOthers =
      std::to_array<std::string_view>({"--json", "--quiet", "--help", "-h", "--version"});
  return std::ranges::none_of(words, [&](std::string_view word) {
    return std::ranges::find(kOthers, word) != kOthers.end();
  });
}

/// Throws UsageError if one of the words is "-". Each process reads the data, but only one has
/// standard input.
void reject_standard_input(std::span<char* const> words) {
  const auto named = [](std::string_view word) { return word == "-" || word.ends_with("=-"); };
  if (std::ranges::none_of(words, named)) return;
  throw UsageError(Error("usage.option.value",
                         "-: several processes cannot share standard input, so it is not read "
                         "here; name a file that all of them can read"));
}

void require_equal(learning::ProcessGroup& processes, std::string_view what,
                   const std::string& text) {
  processes.require_equal(what, text, [](std::string_view other, std::string_view first) {
    return fmt::format("{}, not {}", other, first);
  });
}

}  // namespace

int run_processes(const char* name, const char* kernel, learning::Transport& transport, int argc,
                  char** argv) {
  learning::ProcessGroup processes(transport, machine_name());
  if (processes.rank() != 0) drop_output();
  const auto add_commands = [&](Command& app) {
    require_equal(processes, "program", program_text(name, kernel));
    require_equal(processes, "command line", fmt::format("{}", fmt::join(argv, argv + argc, " ")));
    app.parse_complete_callback([&] { reject_standard_input({argv, argv + argc}); });
    add_learn_commands(app, &processes);
  };
  std::string fault = "failed";
  const int status =
      run_command_line(name, kProcessesDescription, argc, argv, add_commands, nullptr, &fault);
  const auto end = processes.end(status == 0 ? nullptr : &fault);
  if (processes.rank() != 0) return 0;
  if (status != 0) return status;
  if (end.fault) {
    fmt::print(stderr, "{}: {}\n", name, *end.fault);
    return 1;
  }
  if (processes.size() > 1 && reports_to_people(std::span(argv, static_cast<std::size_t>(argc))))
    fmt::print(stderr, "{} processes sent {} bytes\n", processes.size(), end.sent);
  return 0;
}

}  // namespace trivium::tools
