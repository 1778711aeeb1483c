// SIMD vectors of rank sets, as wide as the processor's instructions allow, to rank many hands at
// once.
//
// They use the vector types of GCC and clang, so that the code compiles for any processor. A vector
// has kBlocks blocks of 128 bits that never mix, because AVX2 moves lanes only within such blocks.
// Each block is laid out like a vector of one block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace trivium::poker {

#if defined(__AVX2__)
inline constexpr std::size_t kBlocks = 2;
#else
inline constexpr std::size_t kBlocks = 1;
#endif
inline constexpr std::size_t kBlockBytes = 16;
inline constexpr std::size_t kVectorBytes = kBlocks * kBlockBytes;

using Bytes = std::uint8_t __attribute__((vector_size(kVectorBytes)));
using Lanes = std::uint16_t __attribute__((vector_size(kVectorBytes)));
using SignedLanes = std::int16_t __attribute__((vector_size(kVectorBytes)));

inline constexpr std::size_t kLanesPerBlock = kBlockBytes / sizeof(std::uint16_t);
inline constexpr std::size_t kLanes = kBlocks * kLanesPerBlock;

/// Reads block b from `from` + b * `stride` bytes.
inline Lanes load_blocks(const void* from, [[maybe_unused]] std::size_t stride) noexcept {
  const char* bytes = static_cast<const char*>(from);
#if defined(__AVX2__)
  return Lanes(_mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(bytes + stride),
                                   reinterpret_cast<const __m128i*>(bytes)));
#else
  Lanes lanes;
  std::memcpy(&lanes, bytes, sizeof lanes);
  return lanes;
#endif
}

/// Writes block b to `to` + b * `stride` bytes.
inline void store_blocks(Lanes lanes, void* to, [[maybe_unused]] std::size_t stride) noexcept {
  char* bytes = static_cast<char*>(to);
#if defined(__AVX2__)
  _mm256_storeu2_m128i(reinterpret_cast<__m128i*>(bytes + stride),
                       reinterpret_cast<__m128i*>(bytes), __m256i(lanes));
#else
  std::memcpy(bytes, &lanes, sizeof lanes);
#endif
}

/// Prefetch distance in bytes. Without prefetching, ranking waits for memory: a vector takes so
/// many instructions that few misses overlap, and hardware prefetching stops at the end of a page.
/// Of 512 to 8192 bytes on a Xeon with hands in memory, 4096 and more were fastest: 1.3 times as
/// fast as without prefetching for cards (compiled for x86-64-v3), 3.6 times for sums (for x86-64).
inline constexpr std::size_t kPrefetchBytes = 4096;
inline constexpr std::size_t kCacheLineBytes = 64;

/// Prefetches the `count` elements that are kPrefetchBytes after element `done`, if they exist.
template <bool kWrite, typename Element>
void prefetch(std::span<Element> all, std::size_t done, std::size_t count) noexcept {
  const std::size_t first = done + kPrefetchBytes / sizeof(Element);
  if (first + count > all.size()) return;
  const char* bytes = reinterpret_cast<const char*>(&all[first]);
  for (std::size_t offset = 0; offset < count * sizeof(Element); offset += kCacheLineBytes)
    __builtin_prefetch(bytes + offset, kWrite);
}

#if defined(__AVX2__)
using TableOf16 = std::array<std::uint8_t, 16>;

inline __m256i in_every_block(const TableOf16& table) noexcept {
  return _mm256_broadcastsi128_si256(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

/// Returns table[i] for every byte i of `index`. Requires: all are below 16.
inline Bytes look_up(const TableOf16& table, Bytes index) noexcept {
  return Bytes(_mm256_shuffle_epi8(in_every_block(table), __m256i(index)));
}

/// Returns in every block the bytes places[0], places[1], ... of that block; zero for a place above
/// 127.
inline Bytes pick(Bytes bytes, const TableOf16& places) noexcept {
  return Bytes(_mm256_shuffle_epi8(__m256i(bytes), in_every_block(places)));
}
#endif

/// Returns which element interleave<half>(first, second) has at `place`. The elements of both
/// vectors, `elements` each, are numbered through, those of `first` first.
constexpr int interleaved(std::size_t place, std::size_t elements, std::size_t half) noexcept {
  const std::size_t per_block = elements / kBlocks;
  const std::size_t element =
      place / per_block * per_block + half * per_block / 2 + place % per_block / 2;
  return static_cast<int>(element + place % 2 * elements);
}

/// Returns in every block first[0], second[0], first[1], second[1], ... of its lower (kHalf 0) or
/// upper (kHalf 1) half.
template <std::size_t kHalf, typename Vector>
Vector interleave(Vector first, Vector second) noexcept {
  constexpr std::size_t kElements = sizeof(Vector) / sizeof(first[0]);
  return [&]<std::size_t... kPlace>(std::index_sequence<kPlace...>) {
    return __builtin_shufflevector(first, second, interleaved(kPlace, kElements, kHalf)...);
  }
  (std::make_index_sequence<kElements>{});
}

/// Transposes rows and columns. The address of a lane is the number of its vector followed by its
/// number in the block (three bits); this rotates the address left by three bits. Eight vectors of
/// eight are transposed. Four vectors of twice four lanes become four of eight: the first holds the
/// first lane of all eight groups, and so on.
template <std::size_t kRows>
std::array<Lanes, kRows> columns_of(std::array<Lanes, kRows> rows) noexcept {
  for (int bit = 0; bit < 3; ++bit) {
    const std::array<Lanes, kRows> before = rows;
    for (std::size_t row = 0; row < kRows / 2; ++row) {
      rows[2 * row] = interleave<0>(before[row], before[row + kRows / 2]);
      rows[2 * row + 1] = interleave<1>(before[row], before[row + kRows / 2]);
    }
  }
  return rows;
}

}  // namespace trivium::poker
