// Reader of the lines of a text, for formats with one record a line. A line has a maximum length: a
// file without line ends must not fill the memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string_view>
#include <vector>

namespace trivium {

/// Reads lines one at a time, in constant memory. Never seeks, so the stream may be a pipe.
class LineReader {
 public:
  /// `max_length` is in bytes, without the line end. Requires: `in` outlives the reader.
  LineReader(std::istream& in, std::size_t max_length);

  /// Reads the next line. Returns false at the end of the text.
  bool next();

  /// The line without its end (LF or CR LF) and without the byte order mark of the text. If
  /// is_too_long(), its first `max_length` bytes. Valid until the next call of next().
  std::string_view text() const noexcept { return text_; }
  bool is_too_long() const noexcept { return too_long_; }
  /// Number of the line, from 1; 0 before the first one.
  long number() const noexcept { return number_; }

 private:
  std::istream* in_;
  std::vector<char> buffer_;
  std::string_view text_;
  bool too_long_ = false;
  long number_ = 0;
};

}  // namespace trivium
