#include "models/format/file_io.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::format {

namespace {

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const noexcept { return number_; }

 private:
  int number_;
};

/// Makes the new directory entry durable too. A file system that cannot is no reason to fail.
void sync_directory_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor directory(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.number() >= 0) ::fsync(directory.number());
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit) {
  const auto fail = [&path](const std::string& why) { throw LoadError(fmt::format("{}: {}", path.string(), why)); };
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.number() < 0) fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(fmt::format("cannot be examined: {}", std::strerror(errno)));
  if (!S_ISREG(status.st_mode)) fail("is not a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > limit) fail(fmt::format("has {} bytes, more than the limit of {}", size, limit));

  std::vector<std::byte> bytes(size);
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = ::read(file.number(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (count == 0) fail(fmt::format("became shorter while it was read: {} of {} bytes", filled, size));
    filled += static_cast<std::size_t>(count);
  }
  return bytes;
}

void write_files_atomically(std::span<const NewFile> files) {
  std::deque<PartFile> parts;
  for (const NewFile& file : files) {
    PartFile& part = parts.emplace_back(file.path);
    part.write(file.bytes);
    part.sync();
  }
  for (PartFile& part : parts) part.complete();
  std::vector<std::filesystem::path> added;  // those that are not there but for this
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(files[i].path));
      parts[i].finish();
      if (is_new) added.push_back(files[i].path);
    }
  } catch (const LoadError&) {
    for (const std::filesystem::path& path : added) ::unlink(path.c_str());
    throw;
  }
  for (const NewFile& file : files) sync_directory_of(file.path);
}

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_files_atomically(std::array{NewFile{path, bytes}});
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace trivium::format
