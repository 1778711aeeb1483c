// Reports that a property of a fuzz target does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace trivium::fuzz {

/// Ends the process, which libFuzzer reports as a finding, unless `holds`.
inline void check(bool holds, std::string_view property) {
  if (holds) return;
  std::fprintf(stderr, "property does not hold: %.*s\n", static_cast<int>(property.size()),
               property.data());
  std::abort();
}

/// Checks that an error message is one line of printable ASCII.
inline void check_message(std::string_view message) {
  check(!message.empty(), "an error has a message");
  for (const char c : message)
    check(c >= ' ' && c <= '~', "an error message is one printable line");
}

}  // namespace trivium::fuzz
