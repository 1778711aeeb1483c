// Encodes integers as little-endian bytes, for records in files.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "models/format/load_error.h"

namespace trivium::learning {

class ByteWriter {
 public:
  template <std::integral Number>
  void put(Number number) {
    using Bits = std::make_unsigned_t<Number>;
    const auto bits = static_cast<Bits>(number);
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      bytes_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xFF));
  }
  void put(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads bytes written by a ByteWriter. Throws format::LoadError if the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

  template <std::integral Number>
  Number take() {
    using Bits = std::make_unsigned_t<Number>;
    const std::span<const std::byte> bytes = take(sizeof(Number));
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      bits =
          static_cast<Bits>(bits | static_cast<Bits>(std::to_integer<Bits>(bytes[i]) << (8 * i)));
    return static_cast<Number>(bits);
  }
  std::span<const std::byte> take(std::size_t count) {
    if (count > rest_.size()) throw format::LoadError("blocks.short", "ends too early");
    const std::span<const std::byte> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  bool empty() const noexcept { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace trivium::learning
