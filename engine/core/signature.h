// The signature that `bench` prints: one number that changes if any result of the benchmark
// changes.
//
// FNV-1a (Fowler, Noll, Vo) over whole numbers instead of bytes. Its input is integers only, so it
// is equal on every machine.
#pragma once

#include <cstdint>

namespace trivium {

class Signature {
 public:
  void add(std::uint64_t number) noexcept { value_ = (value_ ^ number) * 0x100000001B3ULL; }
  /// Adds the eight bytes of `number`, lowest first.
  void add_bytes(std::uint64_t number) noexcept {
    for (int byte = 0; byte < 8; ++byte) add(number >> (8 * byte) & 0xFF);
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace trivium
