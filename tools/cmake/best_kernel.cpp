// Prints the fastest kernel that this processor runs: CMake asks it what to build
// (TRIVIUM_KERNELS=best).
#include <cstdio>
#include <string>
#include <vector>

#include "tools/kernel_choice.h"

int main() {
  const std::vector<std::string> all(trivium::kKernelsFastestFirst.begin(),
                                     trivium::kKernelsFastestFirst.end());
  std::printf("%s", trivium::choose_kernel(trivium::this_processor(), all, "").kernel.c_str());
}
