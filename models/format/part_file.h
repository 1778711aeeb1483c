// A file of any size that is written sequentially and gets its name only when it is complete.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace trivium::format {

/// finish() gives the file its name. Until then an older file of that name is unchanged. Before
/// complete() the new file has no name, so nothing remains if the process is killed. On file
/// systems without unnamed files it is "<path>.part", which the next PartFile for `path` replaces.
class PartFile {
 public:
  /// Returns the name that an unfinished file may have.
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
  /// Makes all data written so far survive a power failure.
  void sync();
  /// Runs the part of finish() that can fail on a full disk. No write may follow.
  void complete();
  /// Gives the file its name. No write may follow.
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
