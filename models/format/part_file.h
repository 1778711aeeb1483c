// A file of any size that is written sequentially and gets its name only when it is complete, so
// that readers never find an incomplete file under that name.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace trivium::format {

/// Writer of the file `path`. finish() gives the file this name; until then an older file of that
/// name is unchanged. Before complete() the new file has no name, so nothing remains if the process
/// is killed. Between complete() and finish(), and on file systems without unnamed files from the
/// start, its name is part_of(path). The next PartFile for `path` replaces such a file that was
/// left by a killed process. Not thread-safe.
class PartFile {
 public:
  /// Returns the name that an unfinished file may have: "<path>.part".
  static std::filesystem::path part_of(const std::filesystem::path& path);

  /// Throws LoadError with the file and the cause if it cannot be created. The other functions
  /// throw LoadError if a write fails.
  explicit PartFile(std::filesystem::path path);
  /// Removes the data if finish() was not called.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  /// Writes `line` and a line end.
  void write_line(std::string_view line);
  /// Waits until all data written so far are on the disk (fsync). Blocks.
  void sync();
  /// Does the part of finish() that can fail on a full disk: writes all buffered data and closes
  /// the file. No write may follow.
  void complete();
  /// Completes the file if needed, and gives it its name. Does not wait for the disk: see sync().
  /// No write may follow.
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  void require(bool done) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::unique_ptr<std::FILE, Close> out_;
  bool has_part_ = false;  ///< `part_` exists
};

}  // namespace trivium::format
