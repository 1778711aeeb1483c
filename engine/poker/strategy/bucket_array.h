// An array of bucket numbers: one byte each for at most 256 buckets, else two bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace trivium::poker {

class BucketArray {
 public:
  /// Maximum number of buckets.
  static constexpr std::size_t kMaxCount = 65'536;

  BucketArray() = default;
  /// Creates `size` zeros. Requires: all values will be below `count`.
  BucketArray(std::size_t size, std::size_t count)
      : wide_(count > 256), bytes_(bytes(size, count)) {}

  /// Returns the memory that `size` elements need, in bytes.
  static constexpr std::size_t bytes(std::size_t size, std::size_t count) noexcept {
    return count > 256 ? 2 * size : size;
  }

  std::size_t size() const noexcept { return wide_ ? bytes_.size() / 2 : bytes_.size(); }

  std::uint16_t operator[](std::size_t i) const noexcept {
    if (!wide_) return bytes_[i];
    std::uint16_t bucket = 0;
    std::memcpy(&bucket, &bytes_[2 * i], sizeof bucket);
    return bucket;
  }
  /// Thread-safe for different elements.
  void set(std::size_t i, std::uint16_t bucket) noexcept {
    if (wide_) {
      std::memcpy(&bytes_[2 * i], &bucket, sizeof bucket);
    } else {
      bytes_[i] = static_cast<std::uint8_t>(bucket);
    }
  }

 private:
  bool wide_ = false;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace trivium::poker
