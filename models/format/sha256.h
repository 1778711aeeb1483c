// SHA-256 (FIPS 180-4), as weight files, data sets and checkpoints are named and verified by it. OpenSSL computes it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace trivium::format {

/// A hash of bytes that arrive in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text);
  /// 64 lower-case hexadecimal digits. Ends the hash: nothing may be added afterwards.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::span<const std::byte> bytes);
std::string sha256_hex(std::string_view text);

/// Whether `text` is 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text) noexcept;

}  // namespace trivium::format
