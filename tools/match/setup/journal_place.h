// Where the games of a tournament are stored: a file, or a database server that several runners
// share.
//
// A server is named by a URL of PostgreSQL: postgresql://USER@HOST/DATABASE. A URL may not have a
// password, since command lines are visible to all users of a machine and are kept in histories,
// logs and descriptions: passwords stand in ~/.pgpass or in a service file.
#pragma once

#include <string_view>

#include "engine/core/result.h"

namespace trivium::match {

/// True if `place` is a URL, of any kind, and not the name of a file.
bool is_url(std::string_view place) noexcept;

/// Fails if `place` has a password, or is a URL of something else than PostgreSQL. The error does
/// not quote `place`.
Status check_journal_place(std::string_view place);

}  // namespace trivium::match
