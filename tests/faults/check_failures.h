// doctest version of first_fault().
#pragma once

#include <doctest/doctest.h>
#include <functional>
#include <initializer_list>
#include <string>

#include "tests/faults/fault_injection.h"

namespace trivium::faults {

inline void check_failures(const std::function<Scenario()>& make,
                           std::initializer_list<Call> calls) {
  for (const Call call : calls) {
    int failures = 0;
    CHECK(first_fault(call, make, failures) == "");
    CHECK(failures > 0);
    MESSAGE(std::string(name_of(call)), ": ", failures, " failures");
  }
}

}  // namespace trivium::faults
