#include "tools/learn/poker_cnn_command.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <string>
#include <unistd.h>
#include <vector>

#include "tools/manual/help_text.h"

namespace trivium::tools {

namespace {

constexpr const char* kProgram = "trivium-learn-poker-cnn";
constexpr std::string_view kWord = "poker-cnn";

bool is_for_networks(std::span<const std::string> words) { return !words.empty() && words.front() == kWord; }

CommandEntry entry() {
  CommandEntry command;
  command.name = fmt::format("trivium-learn {}", kWord);
  command.description = "Networks of poker from logged hands, by libtorch; if it is not built, it says how to build it";
  command.footer = "Its own commands and their options: trivium-learn poker-cnn train --help";
  OptionEntry help;
  help.names = {"-h", "--help"};
  help.takes_value = false;
  help.description = "Print this help message and exit";
  command.options = {help};
  return command;
}

/// Replaces this process; comes back where that cannot be.
int hand_over(std::span<const std::string> words) {
  if (words.size() == 2 && (words[1] == "--help" || words[1] == "-h")) {
    fmt::print("{}", help_text(entry()));
    return 0;
  }
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / kProgram;
  std::vector<std::string> command{program.string()};
  command.insert(command.end(), words.begin() + 1, words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  fmt::print(stderr,
             "trivium-learn: poker-cnn needs {}, which is built on request only: install libtorch-dev, then run cmake --preset release "
             "-D TRIVIUM_TORCH=ON && cmake --build --preset release\n",
             program.string());
  return 1;
}

}  // namespace

OwnCommand poker_cnn_command() { return {entry(), is_for_networks, hand_over}; }

}  // namespace trivium::tools
