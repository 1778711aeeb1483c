// Whether this processor can run what a kernel was compiled for (TriviumTargets.cmake).
#pragma once

#include <array>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace trivium {

inline constexpr std::array<std::string_view, 2> kKernelsFastestFirst{"v3", "base"};

/// "base" runs everywhere; "v3" needs x86-64-v3, the operating system's support for AVX included. Other names: false.
inline bool processor_runs(std::string_view kernel) {
#if defined(__x86_64__)
  if (kernel == "v3") {
    unsigned eax = 0, ebx = 0, features = 0, extended = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &features, &edx) == 0 || __get_cpuid(0x80000001U, &eax, &ebx, &extended, &edx) == 0) return false;
    constexpr unsigned kMovbe = 1U << 22, kF16c = 1U << 29, kLzcnt = 1U << 5;
    return (features & kMovbe) != 0 && (features & kF16c) != 0 && (extended & kLzcnt) != 0 && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  }
#endif
  return kernel == "base";
}

}  // namespace trivium
