// Splits a stream of bytes into lines. Independent of sockets.
//
// Lines end with "\n" or "\r\n"; all other bytes, including NUL and control characters, are passed
// on unchanged. Memory use is at most the line limit plus the bytes appended at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trivium::line {

class LineSplitter {
 public:
  enum class Event : std::uint8_t {
    kNone,     ///< no more lines before the next append()
    kLine,     ///< a whole line
    kTooLong,  ///< a line exceeded the limit; all of it is dropped
  };

  /// Lines of more than `limit` bytes (without line end) are too long.
  explicit LineSplitter(std::size_t limit) noexcept : limit_(limit) {}

  /// Replaces the limit from the next event on.
  void set_limit(std::size_t limit) noexcept { limit_ = limit; }

  void append(std::string_view bytes);

  /// Returns the next event. For kLine, `line` is valid until the next call of any function. The
  /// total cost is linear in the bytes appended.
  Event next(std::string_view& line);

  /// Returns the bytes after the last line end as a line, once. Requires: next() returned kNone.
  Event finish(std::string_view& line);

 private:
  void drop_consumed();

  std::size_t limit_;
  std::string buffer_;
  std::size_t start_ = 0;    ///< first byte of the present line
  std::size_t scanned_ = 0;  ///< no line end in [start_, scanned_)
  bool dropping_ = false;    ///< inside a line that was too long
};

}  // namespace trivium::line
