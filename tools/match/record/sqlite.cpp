#include "tools/match/record/sqlite.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <sqlite3.h>
#include <system_error>

#include "models/format/load_error.h"

namespace trivium::match {
namespace {

using format::LoadError;

/// Time that a connection waits for another one (a backup, a shell).
constexpr int kPatienceMs = 10'000;

std::string system_cause(sqlite3* connection) {
  const int number = sqlite3_system_errno(connection);
  return number != 0 ? std::strerror(number) : sqlite3_errmsg(connection);
}

std::string cause(int code, sqlite3* connection) {
  switch (code & 0xFF) {  // the upper bits are SQLite's extended code
    case SQLITE_NOTADB:
      return "is no SQLite database";
    case SQLITE_CORRUPT:
      return "is damaged";
    case SQLITE_FULL:
      return "cannot be written: the disk is full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "is held by another program";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return "cannot be written: no permission";
    case SQLITE_CANTOPEN:
      return "cannot be opened: " + system_cause(connection);
    case SQLITE_IOERR:
      return "cannot be read or written: " + system_cause(connection);
    default:
      return sqlite3_errmsg(connection);
  }
}

Error failure(const std::string& file, int code, sqlite3* connection) {
  return Error{"match.journal.sqlite", "{}: {}", file, cause(code, connection)};
}

/// Returns `path` as a URI with SQLite's immutable flag.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return uri + "?immutable=1";
}

/// By Database::Mode.
constexpr std::array kAccessFlags{
    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,  // kReadWrite
    SQLITE_OPEN_READONLY,                        // kReadOnly
    SQLITE_OPEN_READWRITE,                       // kReadAndCleanUp
    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,      // kImmutable
};

}  // namespace

void Statement::reset() noexcept {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  bind_code_ = SQLITE_OK;
}

void Statement::bind(int place, std::string_view text) noexcept {
  const int code = sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) bind_code_ = code;
}

void Statement::bind(int place, std::int64_t number) noexcept {
  const int code = sqlite3_bind_int64(statement_.get(), place, number);
  if (code != SQLITE_OK) bind_code_ = code;
}

bool Statement::next() {
  const int code = bind_code_ != SQLITE_OK ? bind_code_ : sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  // Read the cause before reset() can replace it.
  const Error error =
      code == SQLITE_DONE ? Error{} : failure(file_, code, sqlite3_db_handle(statement_.get()));
  reset();
  if (code != SQLITE_DONE) throw LoadError(error);
  return false;
}

std::int64_t Statement::integer(int column) const noexcept {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Statement::text(int column) const noexcept {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const int bytes = sqlite3_column_bytes(statement_.get(), column);
  return text != nullptr ? std::string_view(text, static_cast<std::size_t>(bytes))
                         : std::string_view();
}

Database Database::open(const std::filesystem::path& path, Mode mode) {
  std::error_code ignored;
  // SQLite would block on a pipe and read a device without end.
  if (std::filesystem::is_directory(path, ignored))
    throw LoadError("file.folder", path.string() + ": is a folder; a journal is a file");
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw LoadError("file.kind", path.string() + ": is not a regular file; a journal is one");
  // An absolute path is none of SQLite's special names (":memory:", "").
  const std::string name = std::filesystem::absolute(path, ignored).string();
  const int flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | kAccessFlags.at(static_cast<std::size_t>(mode));
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2((mode == Mode::kImmutable ? immutable_uri(name) : name).c_str(),
                                   &connection, flags, nullptr);
  Database database({connection, sqlite3_close_v2}, path.string());
  if (connection == nullptr)
    throw LoadError("match.journal.memory", database.file_ + ": no memory left");
  if (code != SQLITE_OK) throw LoadError(failure(database.file_, code, connection));
  sqlite3_busy_timeout(connection, kPatienceMs);
  if (mode == Mode::kReadAndCleanUp) {
    // Only a connection with write access removes its files at its end.
    if (sqlite3_db_readonly(connection, "main") != 0)
      throw LoadError(failure(database.file_, SQLITE_READONLY, connection));
    database.execute("PRAGMA query_only = ON");
  }
  return database;
}

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw LoadError(failure(file_, code, connection_.get()));
}

void Database::transaction(const std::function<void()>& work) {
  execute("BEGIN IMMEDIATE");
  try {
    work();
    execute("COMMIT");
  } catch (...) {
    // If SQLite has already rolled back, the result does not matter.
    sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

Statement Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) throw LoadError(failure(file_, code, connection_.get()));
  return Statement({statement, sqlite3_finalize}, file_);
}

std::int64_t Database::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.next() ? statement.integer(0) : 0;
}

std::string Database::text(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.next() ? std::string(statement.text(0)) : std::string();
}

std::int64_t Database::last_row() const noexcept {
  return sqlite3_last_insert_rowid(connection_.get());
}

}  // namespace trivium::match
