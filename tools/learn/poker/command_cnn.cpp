// `trivium-learn poker cnn` and `poker cnn-test`: networks of poker. A separate program implements
// them, the only one that links libtorch.
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn_poker_cnn/options.h"

namespace trivium::tools {

namespace {

constexpr const char* kProgram = "trivium-learn-poker-cnn";

std::filesystem::path program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / kProgram;
}

[[noreturn]] void report_missing_program() {
  throw Failure(Error("program.missing",
                      "poker cnn: needs {}, which is built on request only: install "
                      "libtorch-dev, then run cmake --preset "
                      "release -D TRIVIUM_TORCH=ON && cmake --build --preset release",
                      program().string()));
}

}  // namespace

void add_poker_cnn(Command& command) {
  add_train_options(command, [](const NetworkTraining&) { report_missing_program(); });
}

void add_poker_cnn_test(Command& command) {
  add_test_options(command, [](const NetworkTest&) { report_missing_program(); });
}

void hand_over_networks(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + std::min(argc, 1), argv + argc);
  const bool is_network_command =
      words.size() > 1 &&
      (words[0] == "poker-cnn" || (words[0] == "poker" && words[1].starts_with("cnn")));
  if (is_network_command) execv(program().c_str(), argv);
}

}  // namespace trivium::tools
