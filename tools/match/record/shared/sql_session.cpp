#include "tools/match/record/shared/sql_session.h"

namespace trivium::match {

using format::LoadError;
using format::or_throw;

SqlSession::SqlSession(SqlConnect connect, std::string place, bool patient, std::stop_token stop,
                       std::function<void(const std::string&)> warn)
    : connect_(std::move(connect)),
      place_(std::move(place)),
      patient_(patient),
      stop_(std::move(stop)),
      warn_(std::move(warn)),
      connection_(or_throw(connect_(), place_)) {}

bool SqlSession::may_retry(const LoadError& fault) {
  if (fault.code() == kSqlLost) {
    connection_.reset();
    if (!patient_) return false;
    if (!std::exchange(waiting_, true))
      report(fmt::format("cannot reach the database, trying again: {}", fault.what()));
    return true;
  }
  // Ends a transaction that has failed; otherwise the server ignores it.
  try_once([](const Sql& sql) { sql("ROLLBACK"); });
  return fault.code() == kSqlAgain;
}

void SqlSession::report(const std::string& text) const {
  if (warn_) warn_(fmt::format("{}: {}", place_, text));
}

}  // namespace trivium::match
