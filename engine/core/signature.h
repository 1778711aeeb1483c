// What `bench` prints of a fixed piece of work: one number that changes when any result does.
//
// FNV-1a (Fowler, Noll, Vo) with whole numbers in the place of bytes. Only integers go in, so that it is equal on every machine.
#pragma once

#include <cstdint>

namespace trivium {

class Signature {
 public:
  void add(std::uint64_t number) noexcept { value_ = (value_ ^ number) * 0x100000001B3ULL; }
  /// The eight bytes of `number` one by one, lowest first.
  void add_bytes(std::uint64_t number) noexcept {
    for (int byte = 0; byte < 8; ++byte) add(number >> (8 * byte) & 0xFF);
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace trivium
