// Lines that are appended to a file, on a disk that may be full for a while.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/result.h"
#include "protocols/line/stdio.h"

namespace trivium::line {

/// A line that the disk had no room for is lost or cut; the next one begins anew. That lines are lost is reported on standard error once,
/// and again only after one could be written. Not for use by two threads at once.
class LogFile {
 public:
  /// Opens `path` for appending. The error names the file and the cause.
  static Result<LogFile> open(const std::filesystem::path& path);

  /// Appends `lines`, which end with a line end.
  void append(std::string_view lines) noexcept;

 private:
  LogFile(std::string name, Descriptor file) noexcept : name_(std::move(name)), file_(std::move(file)) {}
  bool write(std::string_view bytes) noexcept;

  std::string name_;
  Descriptor file_;
  bool is_cut_ = false;     ///< the last line has no end
  bool is_losing_ = false;  ///< the last append() failed
};

}  // namespace trivium::line
