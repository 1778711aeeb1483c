#include "tools/processor.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "doctest/doctest.h"

namespace trivium {
namespace {

/// Words of a processor that has every instruction there is, of `vendor` and with `signature`.
ProcessorWords words_of(std::string_view vendor, std::uint32_t signature) {
  ProcessorWords words;
  std::ranges::copy(vendor, words.vendor.begin());
  words.signature = signature;
  words.features = words.structured = words.extended = words.state = ~0U;
  return words;
}

/// The kernel that the launcher prefers.
std::string best_kernel(const ProcessorWords& words) {
  const Processor processor = describe_processor(words);
  for (const std::string_view kernel : kKernelsFastestFirst) {
    if (runs_fast(processor, kernel)) return std::string(kernel);
  }
  return {};
}

// Signatures of leaf 1, EAX.
constexpr std::uint32_t kHaswell = 0x306C3, kExcavator = 0x660F01, kZen1 = 0x800F11, kZenPlus = 0x800F82, kZen2 = 0x870F10,
                        kDhyana = 0x900F01, kZen3 = 0xA20F10, kZen4 = 0xA10F11;

TEST_CASE("the kernel with PEXT is chosen where PEXT is fast") {
  CHECK(best_kernel(words_of("GenuineIntel", kHaswell)) == "pext");
  CHECK(best_kernel(words_of("AuthenticAMD", kZen3)) == "pext");
  CHECK(best_kernel(words_of("AuthenticAMD", kZen4)) == "pext");
}

TEST_CASE("the kernel with PEXT is not chosen where PEXT is microcode, but it runs there") {
  for (const std::uint32_t signature : {kExcavator, kZen1, kZenPlus, kZen2}) {
    CAPTURE(signature);
    CHECK(best_kernel(words_of("AuthenticAMD", signature)) == "v3");
    CHECK(runs(describe_processor(words_of("AuthenticAMD", signature)), "pext"));
  }
  CHECK(best_kernel(words_of("HygonGenuine", kDhyana)) == "v3");
  // The signature alone says nothing: Intel uses the same numbers.
  CHECK(best_kernel(words_of("GenuineIntel", kZen2)) == "pext");
}

TEST_CASE("a processor without one instruction of v3, or without the system's support, runs base only") {
  const auto check_without = [](std::uint32_t ProcessorWords::*word, std::initializer_list<unsigned> bits) {
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

TEST_CASE("this processor runs base, and no kernel that does not exist") {
  CHECK(runs(this_processor(), "base"));
  CHECK_FALSE(runs(this_processor(), "v9"));
  CHECK_FALSE(runs(this_processor(), ""));
}

}  // namespace
}  // namespace trivium
