// How long work reports its progress to its caller, who decides whether and how to show it.
#pragma once

#include <cstdint>
#include <functional>

namespace trivium {

/// Called in the working thread with the steps done, which never decrease, and their total, or
/// their maximum if fewer may do. Throws nothing but std::bad_alloc. May be empty.
using StepProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace trivium
