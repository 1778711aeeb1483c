// A file that is written from front to back, of any size, and has its name only when it is whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

namespace trivium::format {

/// Writes to "<path>.part"; finish() gives the file its name, so that under that name there is never a part of one, and what was there
/// before is lost only then. Not synced to disk: what must outlive a power cut is for write_file_atomically() (file_io.h).
class PartFile {
 public:
  /// What is written for `path` until it is whole.
  static std::filesystem::path part_of(const std::filesystem::path& path);

  /// Throws LoadError, naming the file and the cause, when it cannot be made; write() and finish() do when the disk refuses.
  explicit PartFile(std::filesystem::path path);
  /// Without finish(): removes what was written.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  /// And an end of line.
  void write_line(std::string_view line);
  /// Nothing may be written afterwards.
  void finish();

 private:
  void require(bool done) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::ofstream out_;
  bool finished_ = false;
};

}  // namespace trivium::format
