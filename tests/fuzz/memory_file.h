// A file in memory, for readers that need a path.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz_target.h"

namespace trivium::fuzz {

class MemoryFile {
 public:
  explicit MemoryFile(Input content) : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    if (file_ < 0 ||
        write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      std::abort();
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(file_); }

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace trivium::fuzz
