#include "protocols/line/queue_budget.h"

#include <algorithm>

namespace trivium::line {

QueueShare::~QueueShare() {
  if (budget_ != nullptr) set_used(0);
}

bool QueueShare::take(std::size_t bytes) {
  if (budget_ == nullptr) return true;
  const std::lock_guard lock(mutex_);
  if (!take_spare(from_spare(used_ + bytes) - from_spare(used_))) return false;
  budget_->in_use_ += bytes;
  used_ += bytes;
  return true;
}

void QueueShare::give_back(std::size_t bytes) {
  if (budget_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  set_used(used_ - std::min(bytes, used_));
}

bool QueueShare::take_spare(std::int64_t bytes) noexcept {
  // Never below zero, not even for a moment: others may take from their own share meanwhile.
  std::int64_t spare = budget_->spare_.load();
  do {
    if (spare < bytes) return false;
  } while (!budget_->spare_.compare_exchange_weak(spare, spare - bytes));
  return true;
}

std::int64_t QueueShare::from_spare(std::size_t used) const noexcept {
  return static_cast<std::int64_t>(used - std::min(used, budget_->own_));
}

void QueueShare::set_used(std::size_t used) noexcept {
  budget_->spare_ += from_spare(used_) - from_spare(used);
  budget_->in_use_ -= used_ - used;
  used_ = used;
}

}  // namespace trivium::line
