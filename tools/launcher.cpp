// bin/NAME: starts libexec/trivium/NAME.<kernel>, the fastest build that this processor can run.
//
// A launcher instead of run-time dispatch inside the hot loops: the programs themselves stay free of it. TRIVIUM_KERNEL=base|v3 forces
// a choice. The process is replaced, so signals, exit status and standard streams are the program's own.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "tools/processor.h"

namespace {

std::vector<std::string> kernels_best_first() {
  if (const char* forced = std::getenv("TRIVIUM_KERNEL"); forced != nullptr && *forced != '\0') return {forced};
  std::vector<std::string> kernels;
  for (const std::string_view kernel : trivium::kKernelsFastestFirst) {
    if (trivium::processor_runs(kernel)) kernels.emplace_back(kernel);
  }
  return kernels;
}

}  // namespace

int main(int, char** argv) {
  std::error_code failure;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) {
    std::fprintf(stderr, "trivium: cannot find my own program file: %s\n", failure.message().c_str());
    return 1;
  }
  const std::filesystem::path programs = self.parent_path().parent_path() / "libexec" / "trivium";
  const std::vector<std::string> kernels = kernels_best_first();
  for (const std::string& kernel : kernels) {
    const std::filesystem::path program = programs / (self.filename().string() + "." + kernel);
    execv(program.c_str(), argv);
  }
  std::fprintf(stderr, "trivium: nothing to start: %s holds no %s.%s\n", programs.c_str(), self.filename().c_str(),
               kernels.front().c_str());
  return 1;
}
