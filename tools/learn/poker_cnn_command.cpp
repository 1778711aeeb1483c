#include "tools/learn/poker_cnn_command.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include "tools/command.h"
#include "tools/learn_poker_cnn/options.h"

namespace trivium::tools {

namespace {

constexpr const char* kProgram = "trivium-learn-poker-cnn";
constexpr std::string_view kWord = "poker-cnn";

bool is_for_networks(std::span<const std::string> words) { return !words.empty() && words.front() == kWord; }

/// Returns how to build the program that implements the commands.
std::string what_is_missing(const std::string& program) {
  return fmt::format(
      "needs {}, which is built on request only: install libtorch-dev, then run cmake --preset release -D TRIVIUM_TORCH=ON && cmake "
      "--build --preset release",
      program);
}

/// Adds the commands of the program. Each reports that the program is missing.
void add_commands(Command& app, int& status, const std::string& program) {
  app.require_subcommand(1);
  const auto refuse = [program, &status](const auto&) {
    fmt::print(stderr, "trivium-learn: poker-cnn {}\n", what_is_missing(program));
    status = 1;
  };
  add_train_options(app, refuse);
  add_test_options(app, refuse);
}

CommandEntry entry() {
  int status = 0;
  Application app(fmt::format("trivium-learn {}", kWord),
                  "Networks of poker from logged hands, by libtorch; if it is not built, it says how to build it", "");
  add_commands(app.command(), status, kProgram);
  return command_table(app.command());
}

/// Handles --help and bad usage in place of the missing program.
int answer_for(const std::string& program, std::vector<char*>& arguments) {
  const auto add = [&program](Command& app, int& status) { add_commands(app, status, program); };
  const std::string description = fmt::format("{}\nIt {}.", kPokerCnnDescription, what_is_missing(program));
  return run_command_line("trivium-learn poker-cnn", description.c_str(), static_cast<int>(arguments.size()) - 1, arguments.data(), add);
}

/// Replaces this process; comes back where that cannot be.
int hand_over(std::span<const std::string> words) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / kProgram;
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), words.begin() + 1, words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  return answer_for(program.string(), arguments);
}

}  // namespace

OwnCommand poker_cnn_command() { return {entry(), is_for_networks, hand_over}; }

}  // namespace trivium::tools
