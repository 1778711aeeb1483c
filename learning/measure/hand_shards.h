// Work on many hands, one by one, by several threads, told of while it goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace trivium::learning {

/// Told how many hands are done, from one thread at a time; may be empty.
using HandProgress = std::function<void(std::uint64_t hands)>;

/// Calls `work(number)` once for each of `count` hands. Results belong to their hand, so that they do not depend on `threads`.
void for_each_hand(std::size_t count, std::size_t threads, const HandProgress& progress, const std::function<void(std::size_t)>& work);

}  // namespace trivium::learning
