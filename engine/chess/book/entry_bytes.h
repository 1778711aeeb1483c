// Conversion between a Polyglot entry and its sixteen bytes (big-endian numbers).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/chess/book/polyglot.h"

namespace trivium::chess {

using EntryBytes = std::array<std::byte, kPolyglotEntryBytes>;

namespace detail {

constexpr std::uint64_t read_number(std::span<const std::byte> bytes) noexcept {
  std::uint64_t number = 0;
  for (const std::byte byte : bytes) number = number << 8 | std::to_integer<std::uint64_t>(byte);
  return number;
}

constexpr void write_number(std::span<std::byte> bytes, std::uint64_t number) noexcept {
  for (std::size_t i = bytes.size(); i > 0; --i, number >>= 8)
    bytes[i - 1] = static_cast<std::byte>(number & 0xFF);
}

}  // namespace detail

constexpr PolyglotEntry read_entry(std::span<const std::byte, kPolyglotEntryBytes> bytes) noexcept {
  return {detail::read_number(bytes.subspan(0, 8)),
          static_cast<std::uint16_t>(detail::read_number(bytes.subspan(8, 2))),
          static_cast<std::uint16_t>(detail::read_number(bytes.subspan(10, 2))),
          static_cast<std::uint32_t>(detail::read_number(bytes.subspan(12, 4)))};
}

constexpr EntryBytes write_entry(const PolyglotEntry& entry) noexcept {
  EntryBytes bytes{};
  const std::span all(bytes);
  detail::write_number(all.subspan(0, 8), entry.key);
  detail::write_number(all.subspan(8, 2), entry.move);
  detail::write_number(all.subspan(10, 2), entry.weight);
  detail::write_number(all.subspan(12, 4), entry.learn);
  return bytes;
}

}  // namespace trivium::chess
