#include "tools/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <system_error>

#include "models/format/load_error.h"
#include "tools/manual/bash_completion.h"
#include "tools/manual/man_page.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;

/// --generate writes what is installed beside the program. It is for the build, so --help leaves it out.
void add_generate(CLI::App& app) {
  const auto generate = [&app](const std::string& kind) {
    const CommandEntry program = command_table(app);
    fmt::print("{}", kind == "man" ? man_page(program, version(), commit_date()) : bash_completion(program));
    throw CLI::Success();
  };
  app.add_option_function<std::string>("--generate", generate, "Write the manual page or the completion to standard output")
      ->check(CLI::IsMember({"man", "bash-completion"}))
      ->group("")
      ->trigger_on_parse();
}

/// A full disk shows only when what was printed is written.
bool output_arrived(const char* name) {
  std::cout.flush();
  errno = 0;
  if (std::cout && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  fmt::print(stderr, "{}: standard output: {}\n", name, errno != 0 ? std::generic_category().message(errno) : "not written");
  return false;
}

}  // namespace

int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(CLI::App& app, int& status)>& add_commands) {
  try {
    CLI::App app(description);
    app.name(name);
    app.set_version_flag("--version", fmt::format("{} {} ({})", name, version(), commit()));
    add_generate(app);
    int status = 0;
    add_commands(app, status);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      status = app.exit(error) == 0 ? 0 : kBadUsage;
    }
    return output_arrived(name) ? status : std::max(status, kFailure);
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: unexpected: {}\n", name, error.what());
  }
  return kFailure;
}

}  // namespace trivium::tools
