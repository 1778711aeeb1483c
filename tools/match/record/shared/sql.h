// Connection to a database server: the seam between the shared ledger and the library that speaks
// to the server.
//
// The library is in a module of its own (tools/match/postgres), so that only users of a server need
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

/// Codes of the errors of a connection. Lost: the connection is broken, and whether the statement
/// was carried out is unknown. Again: the server has rolled back, and the transaction can be
/// repeated. Failed: all other errors.
inline constexpr const char* kSqlLost = "match.sql.lost";
inline constexpr const char* kSqlAgain = "match.sql.again";
inline constexpr const char* kSqlFailed = "match.sql.failed";

struct SqlAnswer {
  std::vector<std::vector<std::string>> rows;  ///< as text; a null is an empty text
  std::uint64_t changed = 0;                   ///< rows inserted, updated or deleted
};

/// Used by one thread at a time.
class SqlConnection {
 public:
  virtual ~SqlConnection() = default;

  /// Runs one statement with `values` for $1, $2, ...; without values also several statements,
  /// separated by ';', in one transaction. The error has one of the codes above and no password.
  virtual Result<SqlAnswer> run(const std::string& statement,
                                const std::vector<std::string>& values) = 0;
};

/// Connects to a server. Thread-safe. The error has the code kSqlLost if another try may succeed.
using SqlConnect = std::function<Result<std::unique_ptr<SqlConnection>>()>;

/// Returns a function that connects to the database that `url` names (postgresql://...). Loads
/// libpq and the module, which is in lib/trivium of the installation or build; both stay loaded.
/// Fails, without connecting, if one of them is missing. Thread-safe.
Result<SqlConnect> postgres_at(const std::string& url);

/// Interface of the module, which its function trivium_postgres_module() returns.
struct SqlModule {
  int interface = 0;  ///< kSqlInterface of the build
  Result<std::unique_ptr<SqlConnection>> (*connect)(const std::string& url) = nullptr;
};
using SqlModuleFunction = const SqlModule* (*)();

/// Changes with the declarations in this file, so that a module of another build is not used.
inline constexpr int kSqlInterface = 1;

}  // namespace trivium::match
