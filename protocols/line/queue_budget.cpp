#include "protocols/line/queue_budget.h"

#include <algorithm>

namespace trivium::line {

QueueShare::~QueueShare() {
  if (budget_ != nullptr) set_used(0);
}

bool QueueShare::take(std::size_t bytes) {
  if (budget_ == nullptr) return true;
  const std::lock_guard lock(mutex_);
  const std::int64_t more = from_spare(used_ + bytes) - from_spare(used_);
  if (budget_->spare_.fetch_sub(more) < more) {
    budget_->spare_ += more;
    return false;
  }
  budget_->in_use_ += bytes;
  used_ += bytes;
  return true;
}

void QueueShare::give_back(std::size_t bytes) {
  if (budget_ == nullptr) return;
  const std::lock_guard lock(mutex_);
  set_used(used_ - std::min(bytes, used_));
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
