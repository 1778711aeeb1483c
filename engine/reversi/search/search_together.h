// Runs helper threads beside a search and ends them with it.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <new>
#include <span>
#include <thread>
#include <vector>

#include "engine/core/node_budget.h"

namespace trivium::reversi {

/// Runs `lead` on this thread and `help` for each of `helpers`, on its own thread. Sets
/// `shared.stop` when `lead` returns or throws; on return all have ended and it is false again. If
/// the system has no more threads, fewer help. A helper that runs out of memory ends early.
/// Requires: the budgets of the helpers share `shared`.
template <class Helper>
void search_together(SharedBudget& shared, std::span<Helper* const> helpers,
                     const std::function<void()>& lead,
                     const std::function<void(Helper& helper)>& help) {
  {
    std::vector<std::jthread> threads;
    const struct AtEnd {
      std::atomic<bool>& stop;
      ~AtEnd() { stop.store(true, std::memory_order_relaxed); }
    } stop_helpers{shared.stop};  // stops them before they are joined, also after an exception
    for (Helper* const helper : helpers) {
      try {
        threads.emplace_back([helper, &help] {
          try {
            help(*helper);
          } catch (const std::bad_alloc&) {
            // The other threads continue.
          }
        });
      } catch (const std::exception&) {
        break;  // the system has no more threads
      }
    }
    lead();
  }
  shared.stop.store(false, std::memory_order_relaxed);
}

}  // namespace trivium::reversi
