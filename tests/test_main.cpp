// The main function of every doctest program: skips a kernel that this processor cannot run, before any of its code is reached.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdlib>
#include <doctest/doctest.h>
#include <string_view>

namespace {

constexpr int kSkipped = 77;  // CTest's SKIP_RETURN_CODE, set in TriviumTargets.cmake

bool processor_runs(std::string_view kernel) {
#if defined(__x86_64__)
  if (kernel == "v3") return __builtin_cpu_supports("x86-64-v3");
#endif
  return kernel == "base";
}

}  // namespace

int main(int argc, char** argv) {
  const char* kernel = std::getenv("TRIVIUM_TEST_KERNEL");
  if (kernel != nullptr && !processor_runs(kernel)) return kSkipped;
  return doctest::Context(argc, argv).run();
}
