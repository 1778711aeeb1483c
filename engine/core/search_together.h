// Runs helper threads beside a search and ends them with it.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <new>
#include <thread>
#include <vector>

#include "engine/core/node_budget.h"

namespace trivium {

/// Runs `lead()` on this thread and `help(i)` for each i below `helpers`, each on its own thread.
/// Sets `shared.stop` when `lead` returns or throws; on return all have ended and it is false
/// again. If the system has no more threads or memory, fewer help. A helper that runs out of memory
/// ends early. Requires: the budgets of the helpers share `shared`.
template <class Lead, class Help>
void search_together(SharedBudget& shared, std::size_t helpers, const Lead& lead,
                     const Help& help) {
  {
    std::vector<std::jthread> threads;
    const struct AtEnd {
      std::atomic<bool>& stop;
      ~AtEnd() { stop.store(true, std::memory_order_relaxed); }
    } stop_helpers{shared.stop};  // stops them before they are joined, also after an exception
    for (std::size_t i = 0; i < helpers; ++i) {
      try {
        threads.emplace_back([i, &help] {
          try {
            help(i);
          } catch (const std::bad_alloc&) {
            // The other threads continue.
          }
        });
      } catch (const std::exception&) {
        break;  // the system has no more threads or memory
      }
    }
    lead();
  }
  shared.stop.store(false, std::memory_order_relaxed);
}

}  // namespace trivium
