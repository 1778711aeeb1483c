// Retry for threads that must finish their work even if memory is short for a moment.
#pragma once

#include <chrono>
#include <new>
#include <thread>

namespace trivium::line {

/// Calls `work` repeatedly until it does not throw std::bad_alloc. Other exceptions end the
/// process.
template <class Work>
void until_memory_suffices(const Work& work) noexcept {
  while (true) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

}  // namespace trivium::line
