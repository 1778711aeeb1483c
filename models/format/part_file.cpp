#include "models/format/part_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <unistd.h>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::format {

namespace {

constexpr mode_t kMode = 0666;  // before the umask

/// Returns the /proc path of an open file.
std::string link_to(int file) { return fmt::format("/proc/self/fd/{}", file); }

/// Opens an unnamed file in `folder` that can be linked later. Returns -1 if the file system does
/// not support this.
int open_unnamed(const std::filesystem::path& folder) {
  const int file =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  if (file < 0 || ::access(link_to(file).c_str(), F_OK) == 0) return file;
  ::close(file);
  return -1;
}

bool give_name(int file, const std::filesystem::path& name) {
  const auto link = [&] {
    return ::linkat(AT_FDCWD, link_to(file).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
           0;
  };
  return link() || (errno == EEXIST && ::unlink(name.c_str()) == 0 && link());
}

}  // namespace

std::filesystem::path PartFile::part_of(const std::filesystem::path& path) {
  return path.string() + ".part";
}

PartFile::PartFile(std::filesystem::path path) : path_(std::move(path)), part_(part_of(path_)) {
  int file = open_unnamed(path_.parent_path());
  if (file < 0) {
    ::unlink(part_.c_str());  // left by a run that was killed
    file = ::open(part_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kMode);
    has_part_ = file >= 0;
  }
  require(file >= 0);
  out_.reset(::fdopen(file, "wb"));
  require(out_ != nullptr);
}

PartFile::~PartFile() {
  if (has_part_) ::unlink(part_.c_str());
}

void PartFile::require(bool done) const {
  if (!done)
    throw LoadError("file.write", "{}: cannot be written: {}", path_.string(),
                    std::strerror(errno));
}

void PartFile::write(std::span<const std::byte> bytes) {
  require(bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), out_.get()) == bytes.size());
}

void PartFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void PartFile::write_line(std::string_view line) {
  write(line);
  write(std::string_view("\n"));
}

void PartFile::sync() {
  require(std::fflush(out_.get()) == 0 && ::fsync(::fileno(out_.get())) == 0);
}

void PartFile::complete() {
  if (out_ == nullptr) return;
  require(std::fflush(out_.get()) == 0);
  if (!has_part_) {
    require(give_name(::fileno(out_.get()), part_));
    has_part_ = true;
  }
  require(std::fclose(out_.release()) == 0);
}

void PartFile::finish() {
  complete();
  require(::rename(part_.c_str(), path_.c_str()) == 0);
  has_part_ = false;
}

}  // namespace trivium::format
