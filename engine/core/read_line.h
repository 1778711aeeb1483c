// Reads lines of limited length from a stream, so that a file without line ends cannot fill the
// memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace trivium {

/// Reads the next line into `line`, without its end (LF or CR LF). Returns false at the end of the
/// text. Keeps only the first `limit` + 1 bytes of a longer line, so a caller detects it by its
/// size.
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
