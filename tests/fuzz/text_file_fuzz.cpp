// Any file is a text or an error: a whole one and a stream agree, also where zstd packed the file.
#include <cstddef>
#include <string>

#include "engine/core/readers/input_file.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

namespace trivium {

TRIVIUM_FUZZ_TARGET(text_file) {
  constexpr std::size_t kLimit = 1 << 20;
  const fuzz::MemoryFile file(input);
  const Result<std::string> text = input::read_text(file.path(), kLimit);
  if (!text) fuzz::check_message(text.error().message);
  const auto in = input::Stream::open(file.path());
  if (!in) {
    fuzz::check(!text, "a text that cannot be opened cannot be read");
    return fuzz::check_message(in.error().message);
  }
  std::string streamed(kLimit + 1, '\0');
  (*in)->read(streamed.data(), static_cast<std::streamsize>(streamed.size()));
  streamed.resize(static_cast<std::size_t>((*in)->gcount()));
  const bool is_whole = (*in)->status() && streamed.size() <= kLimit;
  fuzz::check(is_whole == text.has_value(), "a text and a stream have the same faults");
  if (text) fuzz::check(*text == streamed, "a text and a stream have the same bytes");
}

}  // namespace trivium
