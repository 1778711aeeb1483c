#include "learning/btmm/state_source.h"

#include "learning/statistics/vectors.h"

namespace trivium::learning::btmm {

Expectations& Expectations::operator+=(const Expectations& other) noexcept {
  log_evidence += other.log_evidence;
  statistics::add_multiple(expected, 1.0, other.expected);
  return *this;
}

}  // namespace trivium::learning::btmm
