// The main function of every doctest program: skips a kernel that this processor cannot run, before any of its code is reached.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdlib>
#include <doctest/doctest.h>

#include "tools/processor.h"

namespace {

constexpr int kSkipped = 77;  // CTest's SKIP_RETURN_CODE, set in TriviumTargets.cmake

}  // namespace

int main(int argc, char** argv) {
  const char* kernel = std::getenv("TRIVIUM_TEST_KERNEL");
  if (kernel != nullptr && !trivium::processor_runs(kernel)) return kSkipped;
  return doctest::Context(argc, argv).run();
}
