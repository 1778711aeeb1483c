#include "tools/standard_input.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "learning/harness/spool.h"
#include "models/format/load_error.h"

namespace trivium::tools {

std::string copy_standard_input() {
  const auto fail = [] {
    learning::fail_temporary_file("standard input cannot be copied there", errno);
  };
  const int descriptor = learning::open_temporary_file();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::fdopen(descriptor, "wb"),
                                                            std::fclose);
  if (out == nullptr) fail();
  input::File in = format::or_throw(input::File::open("-", input::Pipes::kAll));
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = format::or_throw(in.read(block))) {
    if (std::fwrite(block.data(), 1, count, out.get()) != count) fail();
  }
  if (std::fflush(out.get()) != 0 || ::dup2(descriptor, STDIN_FILENO) < 0) fail();
  return "/dev/stdin";
}

}  // namespace trivium::tools
