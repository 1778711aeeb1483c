// An input stream whose beginning can be looked at before it is read, also where it is a pipe:
// readers of several formats detect the format there.
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

  /// Reads the beginning of `source`. Requires: `source` outlives the stream.
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
