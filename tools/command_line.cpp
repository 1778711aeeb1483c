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
#include <vector>

#include "models/format/load_error.h"
#include "tools/manual/bash_completion.h"
#include "tools/manual/man_page.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;

/// --generate writes what is installed beside the program. It is for the build, so --help leaves it out.
void add_generate(CLI::App& app, const OwnCommand* own) {
  const auto generate = [&app, own](const std::string& kind) {
    CommandEntry program = command_table(app);
    if (own != nullptr) {
      const auto listed = std::ranges::find(program.subcommands, own->entry.name, &CommandEntry::name);
      if (listed != program.subcommands.end()) *listed = own->entry;
    }
    fmt::print("{}", kind == "man" ? man_page(program, version(), commit_date()) : bash_completion(program));
    throw CLI::Success();
  };
  app.add_option_function<std::string>("--generate", generate, "Write the manual page or the completion to standard output")
      ->check(CLI::IsMember({"man", "bash-completion"}))
      ->group("")
      ->trigger_on_parse();
}

/// Has CLI11 run what the command line asks for; `status` is where the commands put theirs.
int parse(CLI::App& app, int argc, char** argv, const int& status) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // CLI11 misses what is required before it looks at what nobody knows, which may be the same word misspelt.
    const std::vector<std::string> unknown = app.remaining(true);
    unknown.empty() ? app.exit(error) : app.exit(CLI::ExtrasError(app.get_name(), unknown));
    return kBadUsage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;
  }
  return status;
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
                     const std::function<void(CLI::App& app, int& status)>& add_commands, const OwnCommand* own) {
  try {
    CLI::App app(description);
    app.name(name);
    app.set_version_flag("--version", fmt::format("{} {} ({})", name, version(), commit()));
    add_generate(app, own);
    if (own != nullptr) app.add_subcommand(own->entry.word(), own->entry.description);
    int status = 0;
    add_commands(app, status);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (own != nullptr && own->takes(words)) {
      status = own->run(words);
    } else {
      status = parse(app, argc, argv, status);
    }
    return output_arrived(name) ? status : std::max(status, kFailure);
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: unexpected: {}\n", name, error.what());
  }
  return kFailure;
}

std::string shell_word(std::string_view word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace trivium::tools
