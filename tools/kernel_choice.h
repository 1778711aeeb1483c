// Chooses the processor kernel that a launcher starts.
//
// It is separate from the launcher, so that tests can call it for any processor and installation.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "tools/processor.h"

namespace trivium {

struct KernelChoice {
  std::string kernel;   ///< empty if none can be started
  std::string problem;  ///< why none can be started, and what to do; empty if one can
};

/// Chooses from the `installed` kernels: `forced` unless it is empty, else the fastest that
/// `processor` runs. An installed kernel that is forced and not in kKernelsFastestFirst is assumed
/// to run.
inline KernelChoice choose_kernel(const Processor& processor,
                                  std::span<const std::string> installed, std::string_view forced) {
  const auto is_installed = [&](std::string_view kernel) {
    return std::ranges::find(installed, kernel) != installed.end();
  };
  if (installed.empty()) return {{}, "no processor kernel is installed; build it: tools/build"};
  std::string names;
  for (const std::string& kernel : installed) names += (names.empty() ? "" : ", ") + kernel;

  if (!forced.empty()) {
    const std::string setting = "TRIVIUM_KERNEL=" + std::string(forced);
    const bool known =
        std::ranges::find(kKernelsFastestFirst, forced) != kKernelsFastestFirst.end();
    if (!is_installed(forced))
      return {{}, setting + ": this kernel is not installed; installed: " + names};
    if (known && !runs(processor, forced))
      return {{},
              setting + ": this processor lacks instructions of this kernel; unset TRIVIUM_KERNEL"};
    return {std::string(forced), {}};
  }

  for (const auto suits : {runs_fast, runs}) {
    for (const std::string_view kernel : kKernelsFastestFirst) {
      if (is_installed(kernel) && suits(processor, kernel)) return {std::string(kernel), {}};
    }
  }
  return {{},
          "this processor lacks instructions of the installed kernel " + names +
              "; build it on this machine: delete build/release and run tools/run again"};
}

}  // namespace trivium
