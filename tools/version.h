// Version of this build. tools/cmake/write_version.cmake writes it at every build.
#pragma once

#include <string_view>

namespace trivium {

/// Returns the release: "0.2.0"; between two releases the next one: "0.3.0-dev".
std::string_view version() noexcept;

/// Returns the short hash of the commit that was built, with "+" if files differed from it;
/// "unknown" outside a git checkout.
std::string_view commit() noexcept;

/// Returns the date of that commit in UTC: "2026-11-21"; empty outside a git checkout.
std::string_view commit_date() noexcept;

}  // namespace trivium
