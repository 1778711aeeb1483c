// Module of trivium-match that connects to PostgreSQL by libpq. Only tools/match/record/shared uses
// it; sql.h describes its classes.
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <libpq-fe.h>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/record/shared/sql.h"

namespace trivium::match {
namespace {

struct Finish {
  void operator()(PGconn* connection) const noexcept { PQfinish(connection); }
};
struct Clear {
  void operator()(PGresult* result) const noexcept { PQclear(result); }
};
struct FreeOptions {
  void operator()(PQconninfoOption* options) const noexcept { PQconninfoFree(options); }
};
using Connection = std::unique_ptr<PGconn, Finish>;
using Answer = std::unique_ptr<PGresult, Clear>;
using Options = std::unique_ptr<PQconninfoOption, FreeOptions>;

/// Returns the first line of a message.
std::string first_line(const char* message) {
  const std::string_view text = message == nullptr ? std::string_view() : message;
  return std::string(text.substr(0, text.find('\n')));
}

/// Returns the code for an SQLSTATE. Classes: 08 connections, 57P shutdown or crash of the server,
/// 53 no memory, disk or connection left, 25006 read only, as after a switch to a second server: a
/// later try may succeed; 40 rolled back because of another transaction; 55P03 waited too long for
/// one.
const char* code_of(std::string_view state) {
  for (const char* const passing : {"08", "57P", "53", "25006"})
    if (state.starts_with(passing)) return kSqlLost;
  return state.starts_with("40") || state == "55P03" ? kSqlAgain : kSqlFailed;
}

class PostgresConnection final : public SqlConnection {
 public:
  explicit PostgresConnection(Connection connection) : connection_(std::move(connection)) {}

  Result<SqlAnswer> run(const std::string& statement,
                        const std::vector<std::string>& values) override {
    std::vector<const char*> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    const int sent = values.empty() ? PQsendQuery(connection_.get(), statement.c_str())
                                    : PQsendQueryParams(connection_.get(), statement.c_str(),
                                                        static_cast<int>(texts.size()), nullptr,
                                                        texts.data(), nullptr, nullptr, 0);
    if (sent == 0 || !answers_in_time())
      return Error{kSqlLost, sent == 0 ? first_line(PQerrorMessage(connection_.get()))
                                       : "the server does not answer"};
    const Answer answer = last_answer();
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return read(*answer);
    const char* const state = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
    // Without a state the error is not from the server: a statement could not be sent, for example.
    // Then libpq may not have noticed yet that the connection is broken.
    if (state == nullptr || PQstatus(connection_.get()) != CONNECTION_OK)
      return Error{kSqlLost, first_line(PQerrorMessage(connection_.get()))};
    return Error{code_of(state),
                 first_line(PQresultErrorField(answer.get(), PG_DIAG_MESSAGE_PRIMARY))};
  }

 private:
  /// Waits for the whole answer. Returns false if nothing came for longer than a server waits for a
  /// lock; a broken connection is an answer.
  bool answers_in_time() const {
    constexpr int kPatience = 15'000;  // in milliseconds; lock_timeout is 10 s
    while (PQisBusy(connection_.get()) != 0) {
      pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
      const int ready = ::poll(&socket, 1, kPatience);
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return false;
      if (PQconsumeInput(connection_.get()) == 0) return true;
    }
    return true;
  }
  /// Returns the answer to the last of the statements that were sent; none follows one that failed.
  Answer last_answer() const {
    Answer last;
    while (PGresult* const next = PQgetResult(connection_.get())) last.reset(next);
    return last;
  }

  static SqlAnswer read(const PGresult& result) {
    SqlAnswer answer;
    const int columns = PQnfields(&result);
    for (int row = 0; row < PQntuples(&result); ++row) {
      std::vector<std::string>& cells = answer.rows.emplace_back();
      for (int column = 0; column < columns; ++column) {
        cells.emplace_back(PQgetvalue(&result, row, column),
                           static_cast<std::size_t>(PQgetlength(&result, row, column)));
      }
    }
    // PQcmdTuples takes no const result.
    const std::string_view changed = PQcmdTuples(const_cast<PGresult*>(&result));
    std::from_chars(changed.data(), changed.data() + changed.size(), answer.changed);
    return answer;
  }

  Connection connection_;
};

/// Fails if libpq cannot read the URL, or finds a password in it. The errors do not quote the URL.
Status check(const std::string& url) {
  const Options options(PQconninfoParse(url.c_str(), nullptr));
  if (!options) return Error{"match.journal.url", "libpq cannot read this URL"};
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (option->val != nullptr && std::string_view(option->keyword).ends_with("password"))
      return Error{"match.journal.password", "the URL of the journal has a password"};
  }
  return {};
}

Result<std::unique_ptr<SqlConnection>> connect(const std::string& url) {
  if (const Status checked = check(url); !checked) return checked.error();
  // Later settings replace earlier ones, so the URL replaces the first ones. A connection whose
  // other end is gone is noticed within half a minute.
  constexpr std::size_t kSettings = 8;
  const std::array<const char*, kSettings> names{"connect_timeout",
                                                 "keepalives_idle",
                                                 "tcp_user_timeout",
                                                 "application_name",
                                                 "dbname",
                                                 "client_encoding",
                                                 nullptr};
  const std::array<const char*, kSettings> values{"10",        "10",   "20000", "trivium-match",
                                                  url.c_str(), "UTF8", nullptr};
  Connection connection(PQconnectdbParams(names.data(), values.data(), 1));
  if (!connection) return Error{kSqlFailed, "no memory left"};
  if (PQstatus(connection.get()) != CONNECTION_OK)
    return Error{kSqlLost, first_line(PQerrorMessage(connection.get()))};
  PQsetNoticeProcessor(
      connection.get(), [](void*, const char*) {}, nullptr);
  auto opened = std::make_unique<PostgresConnection>(std::move(connection));
  // A transaction that a stalled runner leaves open must not hold up the others, and an answer to a
  // commit means that it is on disk.
  const Result<SqlAnswer> set = opened->run(
      "SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '10s'; "
      "SET lock_timeout = '10s'; SET search_path = pg_catalog",
      {});
  if (!set) return set.error();
  return std::unique_ptr<SqlConnection>(std::move(opened));
}

}  // namespace
}  // namespace trivium::match

extern "C" __attribute__((visibility("default"))) const trivium::match::SqlModule*
trivium_postgres_module() {
  static const trivium::match::SqlModule module{trivium::match::kSqlInterface,
                                                &trivium::match::connect};
  return &module;
}
