// bin/NAME: starts libexec/trivium/NAME.<kernel>, the fastest build that this processor runs.
//
// A launcher instead of run-time dispatch inside the hot loops: the programs themselves stay free of
// it. TRIVIUM_KERNEL=NAME forces a kernel. The process is replaced, so that signals, exit status and
// standard streams are the program's own.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "tools/processor.h"

namespace {

/// Kernels to try, best first: those that run fast, then those that merely run.
std::vector<std::string_view> kernels_best_first(const trivium::Processor& processor) {
  std::vector<std::string_view> kernels, slow;
  for (const std::string_view kernel : trivium::kKernelsFastestFirst) {
    (trivium::runs_fast(processor, kernel) ? kernels : slow).push_back(kernel);
  }
  kernels.insert(kernels.end(), slow.begin(), slow.end());
  return kernels;
}

bool is_known(std::string_view kernel) {
  return std::find(trivium::kKernelsFastestFirst.begin(), trivium::kKernelsFastestFirst.end(), kernel) !=
         trivium::kKernelsFastestFirst.end();
}

}  // namespace

int main(int, char** argv) {
  std::error_code failure;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) {
    std::fprintf(stderr, "trivium: cannot find its own program file: %s\n", failure.message().c_str());
    return 1;
  }
  const std::string program = (self.parent_path().parent_path() / "libexec" / "trivium" / self.filename()).string() + ".";
  const trivium::Processor processor = trivium::this_processor();
  std::vector<std::string_view> kernels = kernels_best_first(processor);
  if (const char* forced = std::getenv("TRIVIUM_KERNEL"); forced != nullptr && *forced != '\0') kernels = {forced};

  std::string unusable;
  for (const std::string_view kernel : kernels) {
    const std::string file = program + std::string(kernel);
    if (trivium::runs(processor, kernel) || !is_known(kernel)) {
      execv(file.c_str(), argv);
    } else if (access(file.c_str(), X_OK) == 0) {
      unusable = kernel;
    }
  }
  if (unusable.empty()) {
    const std::string kernel(kernels.size() == 1 ? kernels.front() : "<kernel>");
    std::fprintf(stderr, "%s: nothing to start: there is no %s%s\n", self.filename().c_str(), program.c_str(), kernel.c_str());
  } else {
    std::fprintf(stderr,
                 "%s: this processor lacks instructions that %s%s uses; build it on this machine,"
                 " or use a package, which holds every kernel\n",
                 self.filename().c_str(), program.c_str(), unusable.c_str());
  }
  return 1;
}
