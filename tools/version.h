// Version of this build. tools/cmake/write_version.cmake writes it at every build.
#pragma once

#include <string_view>

namespace trivium {

/// The release, as "0.2.0"; between two releases the next one, as "0.3.0-dev".
std::string_view version() noexcept;

/// Short commit of the build, with "+" if files differed from it; "unknown" outside a git checkout.
std::string_view commit() noexcept;

/// Date of that commit in UTC, as "2026-11-21"; empty outside a git checkout.
std::string_view commit_date() noexcept;

}  // namespace trivium
