// A file that is written from front to back, of any size, and has its name only when it is whole.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace trivium::format {

/// finish() gives the file its name, so that under that name there is never a part of one, and what was there before is lost only then.
/// Until then it has no name at all, so that nothing of it outlives a kill; where the file system has no such files it is "<path>.part",
/// which the next PartFile for `path` replaces.
class PartFile {
 public:
  /// The name that the file may have until it is whole.
  static std::filesystem::path part_of(const std::filesystem::path& path);

  /// Throws LoadError, naming the file and the cause, when it cannot be made; the other functions do when the disk refuses.
  explicit PartFile(std::filesystem::path path);
  /// Without finish(): removes what was written.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  /// And an end of line.
  void write_line(std::string_view line);
  /// What was written outlives a power cut from here on.
  void sync();
  /// Does all of finish() for which a disk may be too full. Nothing may be written afterwards.
  void complete();
  /// Nothing may be written afterwards.
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  void require(bool done) const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::unique_ptr<std::FILE, Close> out_;
  bool has_part_ = false;  ///< there is a file named `part_`
};

}  // namespace trivium::format
