// A text file of a match: it grows by whole lines, and a dealer that was killed may have left it with half a line at its end.
//
// Every append is one write to the operating system, so that what has been appended survives the process; it is not synced to the disk.
// The file is locked (advisory) while it is open, so that two dealers do not write one match.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/descriptor.h"
#include "engine/core/input_file.h"
#include "engine/core/result.h"

namespace trivium::acpc {

class MatchFile {
 public:
  enum class Mode : std::uint8_t {
    kOverwrite,  ///< begins empty
    kAppend,     ///< goes on behind what is there
    kResume,     ///< first gives back what is there, line by line
  };

  /// Opens or creates `path`. The error names it and the cause.
  static Result<MatchFile> open(const std::filesystem::path& path, Mode mode);

  const std::filesystem::path& path() const noexcept { return path_; }

  /// The next whole line of a resumed file, without its end; nothing when there is none left. Not after cut() or append().
  std::optional<std::string> next();
  /// How many lines next() has returned.
  std::uint64_t line_number() const noexcept { return line_number_; }
  /// The file holds bytes that next() has not returned: lines, or half a line.
  bool rest() const noexcept { return size_ > read_; }
  /// Removes the rest. Returns an error if the file could not be read to its end.
  Status cut();

  /// Appends `line` and a line end, behind what next() has returned: a rest must have been cut off. Blocks for one write. The error names
  /// the file and the cause; the file may then end in half a line.
  Status append(std::string_view line);

 private:
  MatchFile(std::filesystem::path path, Descriptor file) noexcept : path_(std::move(path)), file_(std::move(file)) {}
  Error failure() const;

  std::filesystem::path path_;
  Descriptor file_;
  std::unique_ptr<input::Stream> old_;  ///< the same file, opened for reading while it is resumed
  std::uint64_t read_ = 0;              ///< size in bytes of the lines that next() returned
  std::uint64_t size_ = 0;              ///< size of the resumed file when it was opened
  std::uint64_t line_number_ = 0;
};

}  // namespace trivium::acpc
