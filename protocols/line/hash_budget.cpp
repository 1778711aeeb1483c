#include "protocols/line/hash_budget.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <unistd.h>
#include <utility>

namespace trivium::line {

namespace {

std::int64_t physical_megabytes() {
  const std::int64_t pages = sysconf(_SC_PHYS_PAGES);
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? pages * page_bytes >> 20 : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

Status fits_machine(int megabytes) {
  if (megabytes <= physical_megabytes()) return {};
  return Error{"hash.memory", "not enough memory for a hash table of " + std::to_string(megabytes) + " MB: this machine has " +
                                  std::to_string(physical_megabytes()) + " MB"};
}

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
    return Error{"hash.shared", "the sessions of this server share the memory for hash tables: this one may have " +
                                    std::to_string(budget_->first_ + from_spare(megabytes_) + budget_->spare_) + " MB now, not " +
                                    std::to_string(megabytes)};
  }
  budget_->spare_ -= more;
  budget_->in_use_ += megabytes - megabytes_;
  megabytes_ = megabytes;
  return {};
}

int HashShare::from_spare(int megabytes) const noexcept { return std::max(megabytes - budget_->first_, 0); }

}  // namespace trivium::line
