// Which kernels a processor can run, and which of them run fast.
//
// A kernel is a set of instructions that the compiler may use (tools/cmake/TriviumTargets.cmake):
// "base" is any x86-64 processor, and the only kernel of others; "v3" is the level x86-64-v3 of the
// System V ABI (AVX2, BMI2 and others); "pext" is v3 with slider attacks looked up by the PEXT
// instruction. Excavator, Zen, Zen+ and Zen 2 have PEXT in microcode, where one takes tens to
// hundreds of cycles.
// Sources: System V ABI, AMD64 supplement, section 3.1.1; AMD's Software Optimization Guides for
// families 15h and 17h.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace trivium {

inline constexpr std::array<std::string_view, 3> kKernelsFastestFirst{"pext", "v3", "base"};

/// Words that the CPUID and XGETBV instructions return; all zero on other processors.
struct ProcessorWords {
  std::array<char, 12> vendor{};  ///< leaf 0
  std::uint32_t signature = 0;    ///< leaf 1, EAX: family, model, stepping
  std::uint32_t features = 0;     ///< leaf 1, ECX
  std::uint32_t structured = 0;   ///< leaf 7, EBX
  std::uint32_t extended = 0;     ///< leaf 0x80000001, ECX
  std::uint32_t state = 0;        ///< XCR0: registers that the operating system saves
};

/// Bit of ProcessorWords::features: the operating system saves the registers that XCR0 names.
inline constexpr std::uint32_t kOsxsave = 1U << 27;

/// Properties of a processor that decide which kernels run on it, and which run fast.
struct Processor {
  bool runs_v3 = false;    ///< every instruction of x86-64-v3, supported by the operating system
  bool slow_pext = false;  ///< PEXT is microcode
};

/// Returns the description of the processor that returned `words`.
inline Processor describe_processor(const ProcessorWords& words) {
  constexpr std::uint32_t kSse3 = 1U << 0, kSsse3 = 1U << 9, kFma = 1U << 12, kCx16 = 1U << 13,
                          kSse41 = 1U << 19, kSse42 = 1U << 20, kMovbe = 1U << 22,
                          kPopcnt = 1U << 23, kAvx = 1U << 28, kF16c = 1U << 29;
  constexpr std::uint32_t kBmi1 = 1U << 3, kAvx2 = 1U << 5, kBmi2 = 1U << 8;
  constexpr std::uint32_t kLahf = 1U << 0, kLzcnt = 1U << 5;
  constexpr std::uint32_t kSseAndAvxState = 6;
  const auto has = [](std::uint32_t word, std::uint32_t bits) { return (word & bits) == bits; };

  Processor processor;
  processor.runs_v3 = has(words.features, kSse3 | kSsse3 | kFma | kCx16 | kSse41 | kSse42 | kMovbe |
                                              kPopcnt | kOsxsave | kAvx | kF16c) &&
                      has(words.structured, kBmi1 | kAvx2 | kBmi2) &&
                      has(words.extended, kLahf | kLzcnt) && has(words.state, kSseAndAvxState);

  const std::uint32_t base_family = words.signature >> 8 & 0xF;
  const std::uint32_t family =
      base_family == 0xF ? base_family + (words.signature >> 20 & 0xFF) : base_family;
  const std::string_view vendor(words.vendor.data(), words.vendor.size());
  const bool amd = vendor == "AuthenticAMD" || vendor == "HygonGenuine";
  constexpr std::uint32_t kExcavator = 0x15, kZenToZen2 = 0x17, kHygonZen = 0x18;
  processor.slow_pext =
      amd && (family == kExcavator || family == kZenToZen2 || family == kHygonZen);
  return processor;
}

/// Returns the description of this processor.
inline Processor this_processor() {
  ProcessorWords words;
#if defined(__x86_64__)
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (__get_cpuid(0, &eax, &ebx, &ecx, &edx) == 0) return {};
  std::memcpy(words.vendor.data(), &ebx, 4);
  std::memcpy(words.vendor.data() + 4, &edx, 4);
  std::memcpy(words.vendor.data() + 8, &ecx, 4);
  if (__get_cpuid(1, &words.signature, &ebx, &words.features, &edx) == 0) return {};
  __get_cpuid_count(7, 0, &eax, &words.structured, &ecx, &edx);
  __get_cpuid(0x80000001U, &eax, &ebx, &words.extended, &edx);
  if ((words.features & kOsxsave) != 0)
    asm volatile("xgetbv" : "=a"(words.state), "=d"(edx) : "c"(0));
#endif
  return describe_processor(words);
}

/// True if `processor` has the instructions of `kernel`. False for unknown names.
inline bool runs(const Processor& processor, std::string_view kernel) {
  return kernel == "base" || ((kernel == "v3" || kernel == "pext") && processor.runs_v3);
}

/// True if `kernel` runs and uses no instruction that `processor` has in microcode.
inline bool runs_fast(const Processor& processor, std::string_view kernel) {
  return runs(processor, kernel) && !(kernel == "pext" && processor.slow_pext);
}

}  // namespace trivium
