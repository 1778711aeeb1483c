#include "models/format/file_io.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "models/format/load_error.h"

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
  /// Closes now; false (and errno) when the last bytes could not be stored.
  bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

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

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::string temporary = path.string() + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  const auto fail = [&] {
    const int cause = errno;
    if (file.number() >= 0) ::unlink(temporary.c_str());
    throw LoadError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(cause)));
  };
  if (file.number() < 0) fail();
  constexpr mode_t kReadableByAll = 0644;
  if (!write_all(file.number(), bytes) || ::fchmod(file.number(), kReadableByAll) != 0 || ::fsync(file.number()) != 0) fail();
  if (::rename(temporary.c_str(), path.c_str()) != 0) fail();
  if (!file.close()) throw LoadError(fmt::format("{}: cannot be closed: {}", path.string(), std::strerror(errno)));
  sync_directory_of(path);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace trivium::format
