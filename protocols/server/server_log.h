// The log of the server: one JSON object per line.
//
//     {"time":"2026-11-21T10:04:31.123Z","level":"info","event":"session ended","session":7,...}
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/result.h"
#include "protocols/server/server_config.h"

namespace spdlog {
class logger;
namespace details {
struct null_mutex;
}
namespace sinks {
template <typename Mutex>
class ringbuffer_sink;
}
}  // namespace spdlog

namespace trivium::server {

class ServerLog {
 public:
  struct Field {
    Field(const char* field_name, std::string text) : name(field_name), value(std::move(text)) {}
    Field(const char* field_name, std::int64_t number) : name(field_name), value(number) {}
    /// The value is null if `number` is empty.
    Field(const char* field_name, std::optional<double> number) : name(field_name) {
      if (number) value = *number;
    }

    const char* name;
    std::variant<std::nullptr_t, std::string, std::int64_t, double> value;
  };

  /// Opens the log that `config` names, for appending. The error names the file and the cause.
  static Result<std::unique_ptr<ServerLog>> open(const LogConfig& config);

  /// Writes and flushes one line, unless `level` is below the configured level. Not thread-safe. A
  /// full disk is reported on standard error (line::LogFile). If there is no memory, the line is
  /// lost.
  void write(LogLevel level, const char* event, std::initializer_list<Field> fields = {});

  /// Reopens the file by name, since it may have been moved (logrotate). After an error the former
  /// file stays in use.
  Status reopen();

  /// Returns the last lines, at most 100, oldest first.
  std::vector<std::string> recent() const;

 private:
  explicit ServerLog(std::optional<std::filesystem::path> file) : file_(std::move(file)) {}

  std::optional<std::filesystem::path> file_;
  std::shared_ptr<spdlog::logger> logger_;
  std::shared_ptr<spdlog::sinks::ringbuffer_sink<spdlog::details::null_mutex>> recent_;
};

}  // namespace trivium::server
