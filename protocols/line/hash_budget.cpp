#include "protocols/line/hash_budget.h"

#include <algorithm>
#include <string>
#include <utility>

namespace trivium::line {

HashShare::HashShare(std::shared_ptr<HashBudget> budget) : budget_(std::move(budget)) {
  if (budget_ == nullptr) return;
  megabytes_ = budget_->first_;
  budget_->in_use_ += megabytes_;
}

HashShare::~HashShare() {
  if (budget_ == nullptr) return;
  budget_->spare_ += from_spare(megabytes_);
  budget_->in_use_ -= megabytes_;
}

Status HashShare::resize(int megabytes) {
  if (budget_ == nullptr) return {};
  const int more = from_spare(megabytes) - from_spare(megabytes_);
  if (more > budget_->spare_) {
    return Error{"the sessions of this server share the memory for hash tables: this one may have " +
                 std::to_string(budget_->first_ + from_spare(megabytes_) + budget_->spare_) + " MB now, not " + std::to_string(megabytes)};
  }
  budget_->spare_ -= more;
  budget_->in_use_ += megabytes - megabytes_;
  megabytes_ = megabytes;
  return {};
}

int HashShare::from_spare(int megabytes) const noexcept { return std::max(megabytes - budget_->first_, 0); }

}  // namespace trivium::line
