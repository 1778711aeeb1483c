#include "protocols/line/memory_budget.h"

#include <algorithm>
#include <limits>
#include <string>
#include <unistd.h>

namespace trivium::line {

namespace {

std::int64_t physical_megabytes() {
  const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? pages * page_bytes >> 20
                                     : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

Status fits_machine(int megabytes) {
  if (megabytes <= physical_megabytes()) return {};
  return Error{"hash.memory", "not enough memory for a hash table of " + std::to_string(megabytes) +
                                  " MB: this machine has " + std::to_string(physical_megabytes()) +
                                  " MB"};
}

bool MemoryShare::take(std::size_t size) {
  const std::lock_guard lock(mutex_);
  return set_used(used_ + size);
}

void MemoryShare::give_back(std::size_t size) {
  const std::lock_guard lock(mutex_);
  set_used(used_ - std::min(size, used_));
}

bool MemoryShare::resize(std::size_t size) {
  const std::lock_guard lock(mutex_);
  return set_used(size);
}

std::size_t MemoryShare::max_size() const {
  const std::lock_guard lock(mutex_);
  return std::max(used_, budget_->own_) + static_cast<std::size_t>(budget_->spare_);
}

bool MemoryShare::set_used(std::size_t used) noexcept {
  if (budget_ == nullptr) return true;
  const std::int64_t more = from_spare(used) - from_spare(used_);
  // Never below zero, not even for a moment: other sessions may take from their own part meanwhile.
  std::int64_t spare = budget_->spare_.load();
  do {
    if (spare < more) return false;
  } while (!budget_->spare_.compare_exchange_weak(spare, spare - more));
  budget_->in_use_ += used - used_;
  used_ = used;
  return true;
}

std::int64_t MemoryShare::from_spare(std::size_t used) const noexcept {
  return static_cast<std::int64_t>(used - std::min(used, budget_->own_));
}

}  // namespace trivium::line
