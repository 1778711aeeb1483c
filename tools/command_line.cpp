#include "tools/command_line.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/manual/bash_completion.h"
#include "tools/manual/man_page.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kFailure = 1;

/// --generate writes what is installed beside the program. It is for the build, so --help leaves it out.
void add_generate(Command& app, const OwnCommand* own) {
  const auto generate = [&app, own](const std::string& kind) {
    CommandEntry program = command_table(app);
    if (own != nullptr) {
      const auto listed = std::ranges::find(program.subcommands, own->entry.name, &CommandEntry::name);
      if (listed != program.subcommands.end()) *listed = own->entry;
    }
    fmt::print("{}", kind == "man" ? man_page(program, version(), commit_date()) : bash_completion(program));
    throw Finished();
  };
  app.add_option_function("--generate", generate, "Write the manual page or the completion to standard output")
      ->check(one_of({"man", "bash-completion"}))
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
                     const std::function<void(Command& app, int& status)>& add_commands, const OwnCommand* own) {
  try {
    Application app(name, description, fmt::format("{} {} ({})", name, version(), commit()));
    Command& program = app.command();
    add_generate(program, own);
    if (own != nullptr) program.add_subcommand(own->entry.word(), own->entry.description);
    int status = 0;
    add_commands(program, status);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (own != nullptr && own->takes(words)) {
      status = own->run(words);
    } else if (const std::optional<int> ended = app.parse(argc, argv); ended) {
      status = *ended;
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
