#include "protocols/line/search_slots.h"

#include <utility>

namespace trivium::line {

SearchSlots::Claim::Claim(std::shared_ptr<SearchSlots> slots, std::function<void()> granted)
    : slots_(std::move(slots)), granted_(std::move(granted)) {
  slots_->queue_.push_back(this);
  slots_->grant_next();
}

SearchSlots::Claim::~Claim() {
  if (holds_slot_) {
    --slots_->running_;
    slots_->grant_next();
  } else {
    slots_->queue_.remove(this);
  }
}

void SearchSlots::grant_next() {
  if (queue_.empty() || running_ >= limit_) return;
  Claim* const next = queue_.front();
  queue_.pop_front();
  next->holds_slot_ = true;
  ++running_;
  ++total_;
  next->granted_();
}

}  // namespace trivium::line
