#include "tools/standard_input.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "models/format/load_error.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& place, int cause) {
  throw format::LoadError(
      "file.temporary",
      "{}: standard input cannot be copied there: {} (TMPDIR may name another folder)",
      place.string(), std::generic_category().message(cause));
}

}  // namespace

std::string copy_standard_input() {
  std::error_code fault;
  const fs::path folder = fs::temp_directory_path(fault);
  if (fault) fail(std::getenv("TMPDIR") == nullptr ? "/tmp" : std::getenv("TMPDIR"), fault.value());
  std::string name = folder / "trivium-XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) fail(folder, errno);
  ::unlink(name.c_str());
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::fdopen(descriptor, "wb"),
                                                            std::fclose);
  if (out == nullptr) fail(folder, errno);
  input::File in = format::or_throw(input::File::open("-", input::Pipes::kAll));
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = format::or_throw(in.read(block))) {
    if (std::fwrite(block.data(), 1, count, out.get()) != count) fail(folder, errno);
  }
  if (std::fflush(out.get()) != 0 || ::dup2(descriptor, STDIN_FILENO) < 0) fail(folder, errno);
  return "/dev/stdin";
}

}  // namespace trivium::tools
