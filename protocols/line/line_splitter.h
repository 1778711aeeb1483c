// Bytes in, lines out: the part of a stream that needs no socket.
//
// Lines end with "\n" or "\r\n"; every other byte, NUL and control characters included, is passed on as it came. Memory is bounded by
// the line limit plus what is appended at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trivium::line {

class LineSplitter {
 public:
  enum class Event : std::uint8_t {
    kNone,     ///< nothing more before the next append()
    kLine,     ///< a whole line
    kTooLong,  ///< a line passed the limit; it was dropped and its rest will be
  };

  /// Lines of more than `limit` bytes (line end not counted) are too long.
  explicit LineSplitter(std::size_t limit) noexcept : limit_(limit) {}

  /// Replaces the limit from the next event on.
  void set_limit(std::size_t limit) noexcept { limit_ = limit; }

  void append(std::string_view bytes);

  /// The next event; for kLine `line` is valid until the next call of any function. Linear in the bytes appended, over all calls.
  Event next(std::string_view& line);

  /// After the last append() and when next() says kNone: the bytes after the last line end, as a line of their own, once.
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
