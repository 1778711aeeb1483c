// Prints the fastest kernel that this processor runs: CMake asks it what to build
// (TRIVIUM_KERNELS=best).
#include <cstdio>

#include "tools/processor.h"

int main() {
  const trivium::Processor processor = trivium::this_processor();
  for (const std::string_view kernel : trivium::kKernelsFastestFirst) {
    if (!trivium::runs_fast(processor, kernel)) continue;
    std::printf("%.*s", static_cast<int>(kernel.size()), kernel.data());
    return 0;
  }
  return 1;
}
