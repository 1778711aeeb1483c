// SQLite for the journal: a database, prepared statements and transactions.
//
// All errors are thrown as format::LoadError: they name the file and explain SQLite's result codes.
// Only error codes and messages depend on the journal.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace trivium::match {

/// A prepared statement. Its database must outlive it.
class Statement {
 public:
  /// Binds copies of `values` to the parameters ?1, ?2, ... and resets the statement.
  template <class... Values>
  void start(const Values&... values) {
    reset();
    [[maybe_unused]] int place = 0;
    (bind(++place, values), ...);
  }
  /// Steps to the next row; true if there is one. After the last row the statement is reset.
  bool next();
  /// Runs a statement and ignores its rows.
  template <class... Values>
  void run(const Values&... values) {
    start(values...);
    while (next()) {
    }
  }

  /// Return a column of the current row; `column` counts from 0. The text is valid until the next
  /// call of start(), next() or run(), or of these functions for the same column.
  std::int64_t integer(int column) const noexcept;
  std::string_view text(int column) const noexcept;

 private:
  friend class Database;
  using Handle = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)>;

  Statement(Handle statement, const std::string& file)
      : statement_(std::move(statement)), file_(file) {}
  void reset() noexcept;
  void bind(int place, std::string_view text) noexcept;
  void bind(int place, std::int64_t number) noexcept;
  template <std::integral Number>
  void bind(int place, Number number) noexcept {
    bind(place, static_cast<std::int64_t>(number));
  }

  Handle statement_;
  std::string file_;
  int bind_code_ = 0;  ///< result code of the last failed bind() since start()
};

/// One connection, for one thread at a time.
class Database {
 public:
  enum class Mode : std::uint8_t {
    kReadWrite,       ///< creates the file if it is missing
    kReadOnly,        ///< SQLite's files beside it (-wal, -shm) may remain
    kReadAndCleanUp,  ///< for reading; removes those files when closed; needs a writable file
    kImmutable,       ///< for reading files without a writer; works in read-only folders
  };

  /// Opens a file without reading it: the first read fails if it is not a database.
  static Database open(const std::filesystem::path& path, Mode mode);

  const std::string& file() const noexcept { return file_; }
  /// Runs statements without parameters, separated by ';'.
  void execute(const std::string& sql);
  /// Runs `work` in a transaction, which blocks writes of other connections. Nothing is changed if
  /// `work` or the commit throws.
  void transaction(const std::function<void()>& work);
  Statement prepare(std::string_view sql) const;
  /// Run a query and return the first column of the first row; 0 or an empty text if there is no
  /// row.
  std::int64_t integer(std::string_view sql) const;
  std::string text(std::string_view sql) const;
  /// Returns the row id of the last INSERT of this connection.
  std::int64_t last_row() const noexcept;

 private:
  using Handle = std::unique_ptr<sqlite3, int (*)(sqlite3*)>;

  Database(Handle connection, std::string file)
      : connection_(std::move(connection)), file_(std::move(file)) {}

  Handle connection_;
  std::string file_;
};

}  // namespace trivium::match
