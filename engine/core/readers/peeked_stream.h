// An input stream that shows its first bytes before they are read, so that a reader can detect the
// format of the text. Works for pipes, too, which cannot be rewound.
#pragma once

#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

namespace trivium {

class PeekedStream final : public std::istream {
 public:
  /// Number of bytes at the beginning that can be looked at.
  static constexpr std::size_t kBeginning = 1U << 16;

  /// Reads the beginning of `source`; the rest is read when it is needed. Requires: `source`
  /// outlives this stream.
  explicit PeekedStream(std::istream& source) : std::istream(nullptr), buffer_(source) {
    rdbuf(&buffer_);
  }

  /// First kBeginning bytes, or the whole text if it is shorter. Valid until the stream is read.
  std::string_view beginning() const noexcept { return buffer_.bytes; }

 private:
  struct Buffer final : std::streambuf {
    explicit Buffer(std::istream& stream) : source(stream) { fill(); }

    void fill() {
      bytes.resize(kBeginning);
      source.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      bytes.resize(static_cast<std::size_t>(source.gcount()));
      setg(bytes.data(), bytes.data(), bytes.data() + bytes.size());
    }
    int_type underflow() override {
      fill();
      return bytes.empty() ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

    std::istream& source;
    std::string bytes;
  };

  Buffer buffer_;
};

}  // namespace trivium
