// SQLite as the journal uses it: a database, statements that are prepared once, transactions that end with their scope.
//
// Errors name the file and say in plain words what SQLite's result codes mean for it. Nothing here knows what a journal is.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/core/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace trivium::match {

/// A prepared statement. Its database must outlive it.
class Statement {
 public:
  /// Ready to run with `values` as its parameters ?1, ?2, ...; they are copied.
  template <class... Values>
  void start(const Values&... values) {
    reset();
    [[maybe_unused]] int place = 0;
    (bind(++place, values), ...);
  }
  /// Goes to the next row: true when there is one. After the last it is as if it had not been started.
  Result<bool> next();
  /// Runs a statement that has no rows, or whose rows do not matter.
  template <class... Values>
  Status run(const Values&... values) {
    start(values...);
    return finish();
  }

  /// Columns of the present row, from 0. Text is valid until the next call of anything else.
  std::int64_t integer(int column) const noexcept;
  std::string_view text(int column) const noexcept;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  Statement(sqlite3_stmt* statement, const std::string& file) : statement_(statement), file_(file) {}
  void reset() noexcept;
  void bind(int place, std::string_view text) noexcept;
  void bind(int place, std::int64_t number) noexcept;
  template <std::integral Number>
  void bind(int place, Number number) noexcept {
    bind(place, static_cast<std::int64_t>(number));
  }
  Status finish();

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string file_;
  int refused_ = 0;  ///< result code of a bind() that failed since start()
};

/// One connection, for one thread at a time.
class Database {
 public:
  enum class Mode : std::uint8_t {
    kReadWrite,  ///< created where there is none
    kReadOnly,   ///< files that SQLite needs beside it to read it (-wal, -shm) may stay there
    kTidy,       ///< the same, but they go away with the last connection; an error where the file cannot be written
    kImmutable,  ///< read only, in the certainty that nobody writes: works where the folder cannot be written either
  };

  /// SQLite looks at a file when it is first read: that it is a database is known only then.
  static Result<Database> open(const std::filesystem::path& path, Mode mode);

  const std::string& file() const noexcept { return file_; }
  /// Runs statements without parameters, with ';' between them.
  Status execute(const std::string& sql);
  Result<Statement> prepare(std::string_view sql) const;
  /// The first column of the first row; 0 where there is no row.
  Result<std::int64_t> integer(std::string_view sql) const;
  Result<std::string> text(std::string_view sql) const;
  std::int64_t last_row() const noexcept;

 private:
  struct Close {
    void operator()(sqlite3* connection) const noexcept;
  };

  Database(sqlite3* connection, std::string file) : connection_(connection), file_(std::move(file)) {}

  std::unique_ptr<sqlite3, Close> connection_;
  std::string file_;
};

/// All or nothing: what was done since begin() is undone unless commit() succeeds.
class Transaction {
 public:
  /// No other connection can write until it is over.
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(other.database_) { other.database_ = nullptr; }
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Status commit();

 private:
  explicit Transaction(Database& database) noexcept : database_(&database) {}

  Database* database_;  ///< null when there is nothing to undo
};

}  // namespace trivium::match
