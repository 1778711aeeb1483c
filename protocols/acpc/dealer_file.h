// A text file of a match. It grows by whole lines; a killed dealer may have left half a line at its
// end.
//
// Every append is one write to the operating system, so the data survives the process; it is not
// synced to the disk. An advisory lock on the open file keeps a second dealer from writing the same
// match.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/descriptor.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/result.h"

namespace trivium::acpc {

class MatchFile {
 public:
  enum class Mode : std::uint8_t {
    kOverwrite,  ///< start empty
    kAppend,     ///< keep the content and append
    kResume,     ///< keep the content; next() returns it before the first append()
  };

  /// Opens or creates `path`. The error names it and the cause.
  static Result<MatchFile> open(const std::filesystem::path& path, Mode mode);

  const std::filesystem::path& path() const noexcept { return path_; }

  /// Returns the next whole line of a resumed file without its line end, or nothing at the end.
  /// Requires: no cut() or append() before.
  std::optional<std::string> next();
  /// Number of lines that next() has returned.
  std::uint64_t line_number() const noexcept { return line_number_; }
  /// True if the file holds bytes that next() has not returned: lines, or half a line.
  bool rest() const noexcept { return size_ > read_; }
  /// Removes the bytes that next() has not returned. Returns an error if the file could not be read
  /// to its end.
  Status cut();

  /// Appends `line` and a line end. Blocks for one write. The error names the file and the cause;
  /// the file may then end in half a line. Requires: rest() is false.
  Status append(std::string_view line);

 private:
  MatchFile(std::filesystem::path path, Descriptor file) noexcept
      : path_(std::move(path)), file_(std::move(file)) {}
  Error failure() const;

  std::filesystem::path path_;
  Descriptor file_;
  std::unique_ptr<input::Stream> old_;  ///< the same file, opened for reading while it is resumed
  std::uint64_t read_ = 0;              ///< size in bytes of the lines that next() returned
  std::uint64_t size_ = 0;              ///< size of the resumed file when it was opened
  std::uint64_t line_number_ = 0;
};

}  // namespace trivium::acpc
