#include "tools/processor.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "tests/text_search.h"
#include "tools/kernel_choice.h"

namespace trivium {
namespace {

/// Description of a processor with every instruction, of `vendor` and with `signature`.
ProcessorWords words_of(std::string_view vendor, std::uint32_t signature) {
  ProcessorWords words;
  std::ranges::copy(vendor, words.vendor.begin());
  words.signature = signature;
  words.features = words.structured = words.extended = words.state = ~0U;
  return words;
}

/// Decision of the launcher with the kernels `installed` if TRIVIUM_KERNEL is `forced`.
KernelChoice choose(const Processor& processor, const std::vector<std::string>& installed,
                    std::string_view forced = "") {
  return choose_kernel(processor, installed, forced);
}

/// Kernel that the launcher starts if all are installed.
std::string best_kernel(const ProcessorWords& words) {
  return choose(describe_processor(words), {"base", "v3", "pext"}).kernel;
}

constexpr Processor kOldProcessor{.runs_v3 = false, .slow_pext = false},
    kNewProcessor{.runs_v3 = true, .slow_pext = false},
    kSlowPext{.runs_v3 = true, .slow_pext = true};

// Signatures of leaf 1, EAX.
constexpr std::uint32_t kHaswell = 0x306C3, kExcavator = 0x660F01, kZen1 = 0x800F11,
                        kZenPlus = 0x800F82, kZen2 = 0x870F10, kDhyana = 0x900F01, kZen3 = 0xA20F10,
                        kZen4 = 0xA10F11;

TEST_CASE("the kernel with PEXT is chosen if PEXT is fast") {
  CHECK(best_kernel(words_of("GenuineIntel", kHaswell)) == "pext");
  CHECK(best_kernel(words_of("AuthenticAMD", kZen3)) == "pext");
  CHECK(best_kernel(words_of("AuthenticAMD", kZen4)) == "pext");
}

TEST_CASE("the kernel with PEXT is not chosen if PEXT is microcode, although it runs") {
  for (const std::uint32_t signature : {kExcavator, kZen1, kZenPlus, kZen2}) {
    CAPTURE(signature);
    CHECK(best_kernel(words_of("AuthenticAMD", signature)) == "v3");
    CHECK(runs(describe_processor(words_of("AuthenticAMD", signature)), "pext"));
  }
  CHECK(best_kernel(words_of("HygonGenuine", kDhyana)) == "v3");
  // The signature alone is ambiguous: Intel uses the same numbers.
  CHECK(best_kernel(words_of("GenuineIntel", kZen2)) == "pext");
}

TEST_CASE(
    "a processor without one instruction of v3, or without the system's support, runs base only") {
  const auto check_without = [](std::uint32_t ProcessorWords::*word,
                                std::initializer_list<unsigned> bits) {
    for (const unsigned bit : bits) {
      CAPTURE(bit);
      ProcessorWords words = words_of("GenuineIntel", kHaswell);
      words.*word &= ~(1U << bit);
      CHECK_FALSE(runs(describe_processor(words), "v3"));
      CHECK_FALSE(runs(describe_processor(words), "pext"));
      CHECK(best_kernel(words) == "base");
    }
  };
  check_without(&ProcessorWords::features, {0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29});
  check_without(&ProcessorWords::structured, {3, 5, 8});
  check_without(&ProcessorWords::extended, {0, 5});
  check_without(&ProcessorWords::state, {1, 2});
  CHECK(best_kernel(ProcessorWords{}) == "base");
}

TEST_CASE("if the processor lacks the only installed kernel, the message says to build again") {
  for (const char* kernel : {"v3", "pext"}) {
    const KernelChoice choice = choose(kOldProcessor, {kernel});
    CHECK(choice.kernel.empty());
    CHECK(contains(choice.problem,
                   std::string("lacks instructions of the installed kernel ") + kernel));
    CHECK(contains(choice.problem, "delete build/release and run tools/run again"));
  }
  CHECK(choose(kOldProcessor, {"pext", "v3", "base"}).kernel == "base");
}

TEST_CASE("a forced kernel is started, or the problem names it") {
  CHECK(choose(kNewProcessor, {"pext", "v3", "base"}, "base").kernel == "base");
  CHECK(choose(kSlowPext, {"pext", "v3", "base"}, "pext").kernel == "pext");
  CHECK(choose(kOldProcessor, {"base", "mine"}, "mine").kernel == "mine");

  const KernelChoice missing = choose(kNewProcessor, {"v3", "base"}, "pext");
  CHECK(missing.kernel.empty());
  CHECK(contains(missing.problem,
                 "TRIVIUM_KERNEL=pext: this kernel is not installed; installed: v3, base"));

  const KernelChoice lacking = choose(kOldProcessor, {"v3", "base"}, "v3");
  CHECK(lacking.kernel.empty());
  CHECK(contains(lacking.problem, "TRIVIUM_KERNEL=v3: this processor lacks instructions"));
}

TEST_CASE("if PEXT is slow, the kernel with PEXT is started only if no other is installed") {
  CHECK(choose(kSlowPext, {"pext", "v3"}).kernel == "v3");
  CHECK(choose(kSlowPext, {"pext", "base"}).kernel == "base");
  CHECK(choose(kSlowPext, {"pext"}).kernel == "pext");
}

TEST_CASE("without any kernel nothing is started") {
  const KernelChoice choice = choose(kNewProcessor, {});
  CHECK(choice.kernel.empty());
  CHECK(contains(choice.problem, "no processor kernel is installed"));
}

TEST_CASE("this processor runs base, and no kernel that does not exist") {
  CHECK(runs(this_processor(), "base"));
  CHECK_FALSE(runs(this_processor(), "v9"));
  CHECK_FALSE(runs(this_processor(), ""));
}

}  // namespace
}  // namespace trivium
