// bin/NAME: starts libexec/trivium/NAME.<kernel>, the fastest build that this processor runs.
//
// A launcher instead of run-time dispatch inside the hot loops: the programs themselves stay free
// of it. TRIVIUM_KERNEL=NAME forces a kernel. The process is replaced, so that signals, exit status
// and standard streams are the program's own.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "tools/kernel_choice.h"

int main(int, char** argv) {
  std::error_code failure;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) {
    std::fprintf(stderr, "trivium: cannot find its own program file: %s\n",
                 failure.message().c_str());
    return 1;
  }
  const std::string program =
      (self.parent_path().parent_path() / "libexec" / "trivium" / self.filename()).string() + ".";
  const char* setting = std::getenv("TRIVIUM_KERNEL");
  const std::string_view forced = setting == nullptr ? "" : setting;

  std::vector<std::string> installed;
  const auto add_if_installed = [&](std::string_view kernel) {
    if (access((program + std::string(kernel)).c_str(), X_OK) == 0) installed.emplace_back(kernel);
  };
  for (const std::string_view kernel : trivium::kKernelsFastestFirst) add_if_installed(kernel);
  if (!forced.empty()) add_if_installed(forced);

  trivium::KernelChoice choice =
      trivium::choose_kernel(trivium::this_processor(), installed, forced);
  if (choice.problem.empty()) {
    execv((program + choice.kernel).c_str(), argv);
    choice.problem = std::strerror(errno);
  }
  std::fprintf(stderr, "%s: cannot start %s%s: %s\n", self.filename().c_str(), program.c_str(),
               choice.kernel.empty() ? "<kernel>" : choice.kernel.c_str(), choice.problem.c_str());
  return 1;
}
