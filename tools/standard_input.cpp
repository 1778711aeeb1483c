#include "tools/standard_input.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>
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

StandardInputFile::Folder::Folder() {
  std::error_code fault;
  const fs::path parent = fs::temp_directory_path(fault);
  if (fault) fail(std::getenv("TMPDIR") == nullptr ? "/tmp" : std::getenv("TMPDIR"), fault.value());
  std::string name = parent / "trivium-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) fail(parent, errno);
  path = name;
}

StandardInputFile::Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

StandardInputFile::StandardInputFile() {
  input::File in = format::or_throw(input::File::open("-", input::Pipes::kAll));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(path().c_str(), "wbe"),
                                                            std::fclose);
  if (out == nullptr) fail(path(), errno);
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = format::or_throw(in.read(block))) {
    if (std::fwrite(block.data(), 1, count, out.get()) != count) fail(path(), errno);
  }
  if (std::fflush(out.get()) != 0) fail(path(), errno);
}

}  // namespace trivium::tools
