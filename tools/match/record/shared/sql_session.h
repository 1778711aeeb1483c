// Statements with values, and a session that survives the loss of its connection.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/core/stop_wait.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "tools/match/record/shared/sql.h"

namespace trivium::match {

/// Statements of one connection. Throws the errors of the connection as format::LoadError.
class Sql {
 public:
  explicit Sql(SqlConnection& connection) : connection_(connection) {}

  template <class... Values>
  SqlAnswer operator()(const std::string& statement, const Values&... values) const {
    return format::or_throw(connection_.run(statement, {text_of(values)...}));
  }

 private:
  /// Unsigned numbers are stored as signed ones with the same bits.
  static std::string text_of(std::uint64_t number) {
    return std::to_string(static_cast<std::int64_t>(number));
  }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  static std::string text_of(Number number) { return fmt::format("{}", number); }
  static std::string text_of(std::string_view text) { return std::string(text); }

  SqlConnection& connection_;
};

/// Number in a cell of an answer; 0 if there is none.
inline std::int64_t number_in(const std::string& cell) {
  return text::parse_number<std::int64_t>(cell).value_or(0);
}

/// Unsigned number that was stored as a signed one.
inline std::uint64_t unsigned_in(const std::string& cell) {
  return static_cast<std::uint64_t>(number_in(cell));
}

/// Returns an array of numbers as PostgreSQL reads it.
template <class Numbers>
std::string array_of(const Numbers& numbers) {
  return fmt::format("{{{}}}", fmt::join(numbers, ","));
}

/// A connection to a database that reconnects after a loss. Not thread-safe.
class SqlSession {
 public:
  /// `place` names the database. With `patient`, run() connects again after a loss until
  /// `stop` is requested; otherwise a loss is an error. `warn` may be empty.
  SqlSession(SqlConnect connect, std::string place, bool patient, std::stop_token stop,
             std::function<void(const std::string&)> warn);

  const std::string& place() const noexcept { return place_; }

  /// Returns work(Sql), where `work` must be repeatable: it is called again after a lost connection
  /// or a transaction that the server has rolled back. Throws format::LoadError for other errors,
  /// or if there is no connection when the run is stopped.
  template <class Work>
  auto run(const Work& work) {
    for (std::chrono::milliseconds delay = kFirstDelay;; delay = std::min(2 * delay, kLastDelay)) {
      try {
        if (!connection_) connection_ = format::or_throw(connect_());
        auto result = work(Sql(*connection_));
        if (std::exchange(waiting_, false)) report("connected to the database again");
        return result;
      } catch (const format::LoadError& fault) {
        if (!may_retry(fault))
          throw format::LoadError(fault.code(), "{}: {}", place_, fault.what());
      }
      if (!wait_unless_stopped(stop_, delay))
        throw format::LoadError(kSqlLost, "{}: the run was stopped without a connection", place_);
    }
  }

  /// Returns run() of one statement.
  template <class... Values>
  SqlAnswer query(const std::string& statement, const Values&... values) {
    return run([&](const Sql& sql) { return sql(statement, values...); });
  }

  /// Returns run() of `work` in one transaction.
  template <class Work>
  auto transaction(const Work& work) {
    return run([&work](const Sql& sql) {
      sql("BEGIN");
      auto result = work(sql);
      sql("COMMIT");
      return result;
    });
  }

  /// Calls work(Sql) once, if there is a connection, and ignores errors.
  template <class Work>
  void try_once(const Work& work) {
    if (!connection_) return;
    try {
      work(Sql(*connection_));
    } catch (const format::LoadError&) {
      connection_.reset();
    }
  }

 private:
  static constexpr std::chrono::milliseconds kFirstDelay{50};
  static constexpr std::chrono::milliseconds kLastDelay{3'000};

  /// Handles an error of run(): drops a lost connection, ends a failed transaction. Returns true if
  /// run() may try again.
  bool may_retry(const format::LoadError& fault);
  void report(const std::string& text) const;

  SqlConnect connect_;
  std::string place_;
  bool patient_;
  std::stop_token stop_;
  std::function<void(const std::string&)> warn_;
  std::unique_ptr<SqlConnection> connection_;  ///< null while it is lost
  bool waiting_ = false;
};

}  // namespace trivium::match
