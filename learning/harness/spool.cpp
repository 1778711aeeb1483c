#include "learning/harness/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

#include "models/format/load_error.h"

namespace trivium::learning {

namespace {

constexpr std::size_t kMinBytes = std::size_t{1} << 16;

[[noreturn]] void fail(const std::string& folder, std::string_view what, int cause) {
  throw format::LoadError("file.temporary", "{}: {}: {} (TMPDIR may name another folder)", folder,
                          what, std::generic_category().message(cause));
}

std::string temporary_folder() {
  std::error_code fault;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(fault);
  if (fault)
    fail(std::getenv("TMPDIR") == nullptr ? "/tmp" : std::getenv("TMPDIR"),
         "is not a folder for temporary files", fault.value());
  return folder.string();
}

}  // namespace

int open_temporary_file() {
  const std::string folder = temporary_folder();
  std::string name = folder + "/trivium.XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) fail(folder, "cannot create a temporary file", errno);
  ::unlink(name.c_str());
  return file;
}

void fail_temporary_file(std::string_view what, int cause) {
  fail(temporary_folder(), what, cause);
}

SpoolFile::SpoolFile(SpoolFile&& other) noexcept { *this = std::move(other); }

SpoolFile& SpoolFile::operator=(SpoolFile&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

SpoolFile::~SpoolFile() {
  if (data_ != nullptr) ::munmap(data_, capacity_);
  if (file_ >= 0) ::close(file_);
}

void SpoolFile::reserve(std::size_t bytes) {
  if (file_ < 0) file_ = open_temporary_file();
  // Grows by at least half, so that the file is extended only a logarithmic number of times.
  const std::size_t wanted = std::max({bytes, capacity_ + capacity_ / 2, kMinBytes});
  const auto part = static_cast<off_t>(wanted - capacity_);
  if (const int cause = ::posix_fallocate(file_, static_cast<off_t>(capacity_), part); cause != 0) {
    fail_temporary_file(fmt::format("no room for {} bytes", wanted), cause);
  }
  void* const pages = data_ == nullptr
                          ? ::mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0)
                          : ::mremap(data_, capacity_, wanted, MREMAP_MAYMOVE);
  if (pages == MAP_FAILED)
    fail_temporary_file(fmt::format("{} bytes cannot be mapped", wanted), errno);
  data_ = static_cast<std::byte*>(pages);
  capacity_ = wanted;
}

}  // namespace trivium::learning
