#include "tools/command_line.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/manual/bash_completion.h"
#include "tools/manual/man_page.h"
#include "tools/standard_streams.h"
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

/// False, with a message, where not all of standard output could be written. `thrown` may be null.
bool output_arrived(const char* name, const std::exception* thrown) {
  const Status flushed = flush_standard_output(thrown);
  if (!flushed) fmt::print(stderr, "{}: {}\n", name, flushed.error().message);
  return flushed.has_value();
}

/// What an exception says that is no LoadError. What the system refuses is no defect of the program.
std::string words_of(const std::exception& error) {
  if (const auto* const file = dynamic_cast<const std::filesystem::filesystem_error*>(&error); file != nullptr) {
    return fmt::format("{}: {}", file->path1().string(), file->code().message());
  }
  if (dynamic_cast<const std::system_error*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "not enough memory";
  return fmt::format("unexpected: {}", error.what());
}

}  // namespace

int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(Command& app, int& status)>& add_commands, const OwnCommand* own) {
  try {
    prepare_standard_streams();
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
    return output_arrived(name, nullptr) ? status : std::max(status, kFailure);
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
  } catch (const std::exception& error) {
    if (std::ferror(stdout) == 0 || output_arrived(name, &error)) fmt::print(stderr, "{}: {}\n", name, words_of(error));
  }
  return kFailure;
}

std::string shell_word(std::string_view word) {
  std::string text = "'";
  for (const char letter : word) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace trivium::tools
