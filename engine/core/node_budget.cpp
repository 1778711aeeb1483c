#include "engine/core/node_budget.h"

namespace trivium {

void NodeBudget::publish() noexcept {
  if (shared_ == nullptr || published_ == nodes_) return;
  shared_->nodes.fetch_add(nodes_ - published_, std::memory_order_relaxed);
  published_ = nodes_;
}

void NodeBudget::resume_after(const NodeBudget& phase) noexcept {
  nodes_ = phase.nodes_;
  published_ = phase.published_;
  poll();
}

void NodeBudget::poll() noexcept {
  publish();
  const bool is_sheltered = nodes_ < sheltered_;
  const std::uint64_t nodes = is_sheltered ? nodes_ : all_nodes();
  spent_ = spent_ || nodes >= max_nodes_ || (!is_sheltered && must_end());
  next_poll_ = spent_ ? kUnlimited : nodes_ + std::min(kPollInterval, max_nodes_ - nodes);
}

bool NodeBudget::must_end() const noexcept {
  if (shared_ != nullptr && shared_->stop.load(std::memory_order_relaxed)) return true;
  if (control_ == nullptr) return false;
  return control_->stop_requested() ||
         (deadline_.maximum && deadline_.is_over(control_->elapsed()));
}

}  // namespace trivium
