// Bucket numbers in as few bytes as they need: one where there are at most 256 buckets, else two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace trivium::poker {

class BucketArray {
 public:
  /// The most buckets that can be told apart.
  static constexpr std::size_t kMaxCount = 65'536;

  BucketArray() = default;
  /// `size` zeros, each to be below `count`.
  BucketArray(std::size_t size, std::size_t count) : wide_(count > 256), bytes_(bytes(size, count)) {}

  static constexpr std::size_t bytes(std::size_t size, std::size_t count) noexcept { return count > 256 ? 2 * size : size; }

  std::size_t size() const noexcept { return wide_ ? bytes_.size() / 2 : bytes_.size(); }

  std::uint16_t operator[](std::size_t i) const noexcept {
    if (!wide_) return bytes_[i];
    std::uint16_t bucket = 0;
    std::memcpy(&bucket, &bytes_[2 * i], sizeof bucket);
    return bucket;
  }
  /// Different elements may be set by different threads at once.
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
