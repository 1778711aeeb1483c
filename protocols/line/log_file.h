// A log file opened for appending that tolerates a full disk.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"

namespace trivium::line {

/// Formats a time as "2026-11-21T10:04:31.123Z".
std::string utc_text(std::chrono::system_clock::time_point time);

/// Appends lines to a file. If the disk is full, a line is lost or cut, and the next one starts a
/// new line. The loss is reported on standard error once, and again only after a successful write.
/// Not thread-safe.
class LogFile {
 public:
  /// Opens `path` for appending. The error names the file and the cause.
  static Result<LogFile> open(const std::filesystem::path& path);

  /// Appends `lines`. Requires: they end with a line end.
  void append(std::string_view lines) noexcept;

 private:
  LogFile(std::string name, Descriptor file) noexcept
      : name_(std::move(name)), file_(std::move(file)) {}
  bool write(std::string_view bytes) noexcept;

  std::string name_;
  Descriptor file_;
  bool is_cut_ = false;     ///< the last line has no line end
  bool is_losing_ = false;  ///< the last append() failed
};

}  // namespace trivium::line
