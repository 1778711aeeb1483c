// Callback by which a long computation reports its progress. The caller decides how to show it.
#pragma once

#include <cstdint>
#include <functional>

namespace trivium {

/// Called from the thread that computes. `done` is the number of finished steps and never
/// decreases; `total` is the number of all steps, or its upper limit. May be empty. May throw
/// std::bad_alloc, nothing else.
using StepProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace trivium
