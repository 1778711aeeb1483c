// Lines of a stream with limited length: a file without line ends must not fill the memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace trivium {

/// Reads a line without its end (LF or CR LF). Cuts a line of more than `limit` bytes to `limit` +
/// 1 bytes and skips the rest of it. Returns false at the end of the text.
inline bool read_line(std::istream& in, std::string& line, std::size_t limit) {
  line.clear();
  bool any = false;
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= limit) line += static_cast<char>(c);
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return any;
}

}  // namespace trivium
