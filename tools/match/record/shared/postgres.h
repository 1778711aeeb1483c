// Loads the module that connects to PostgreSQL.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "tools/match/record/shared/sql.h"

namespace trivium::match {

/// Returns a function that connects to the database that `url` names (postgresql://...). Loads
/// libpq and the module, which is in lib/trivium of the installation or build; both stay loaded.
/// Fails, without connecting, if one of them is missing. Thread-safe.
Result<SqlConnect> postgres_at(const std::string& url);

}  // namespace trivium::match
