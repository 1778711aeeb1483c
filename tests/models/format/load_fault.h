// Messages of files that cannot be loaded, for tests.
#pragma once

#include <string>

#include "models/format/load_error.h"

namespace trivium::format::test {

/// Returns the message of the LoadError that `action()` throws; empty if it throws none.
template <class Action>
std::string load_fault(const Action& action) {
  try {
    action();
  } catch (const LoadError& error) {
    return error.what();
  }
  return {};
}

}  // namespace trivium::format::test
