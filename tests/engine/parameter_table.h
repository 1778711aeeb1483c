// Checks that the tables of search parameters of all games must pass (engine/core/parameters.h).
#pragma once

#include <doctest/doctest.h>
#include <set>
#include <span>
#include <string_view>

#include "engine/core/parameters.h"

namespace trivium {

/// Checks that names and fields are distinct, and that the defaults are within their limits.
template <class Numbers>
void check_table(std::span<const Parameter<Numbers>> table, const Numbers& shipped) {
  std::set<std::string_view> names;
  std::set<const int*> fields;
  for (const Parameter<Numbers>& each : table) {
    CAPTURE(each.name);
    CHECK(names.insert(each.name).second);
    CHECK(fields.insert(&(shipped.*each.field)).second);
    CHECK(shipped.*each.field >= each.minimum);
    CHECK(shipped.*each.field <= each.maximum);
  }
}

}  // namespace trivium
