// SHA-256 (FIPS 180-4), computed by OpenSSL. Names and verifies weight files, data sets and
// checkpoints.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace trivium::format {

/// Incremental hash.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  Sha256& update(std::span<const std::byte> bytes);
  Sha256& update(std::string_view text);
  /// Returns 64 lower-case hexadecimal digits and ends the hash: update() must not follow.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::span<const std::byte> bytes);
std::string sha256_hex(std::string_view text);

/// True if `text` is 64 lower-case hexadecimal digits.
bool is_sha256(std::string_view text) noexcept;

}  // namespace trivium::format
