// Radix sort of holdings by rank. Tools that measure strategies sort a thousand holdings on each of
// millions of boards.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

/// Sorts `items`, an array or a vector, by their `rank`, the weakest first. The sort is stable.
/// `spare` is scratch memory of the same size. Requires: at most 65,535 items.
template <class Items>
void sort_by_strength(Items& items, Items& spare) noexcept {
  using Item = typename Items::value_type;
  assert(items.size() == spare.size() && items.size() <= UINT16_MAX);
  // A rank without its unused bits has 29 bits: three digits of ten bits.
  constexpr unsigned kDigits = 3;
  constexpr unsigned kDigitBits = 10;
  constexpr std::size_t kValues = std::size_t{1} << kDigitBits;
  const auto digit = [](HandRank rank, unsigned place) {
    const std::uint32_t key = rank >> 16 << kRanks | (rank & ((1U << kRanks) - 1));
    return key >> place * kDigitBits & (kValues - 1);
  };
  std::array<std::array<std::uint16_t, kValues>, kDigits> places{};
  for (const Item& item : items) {
    for (unsigned place = 0; place < kDigits; ++place) ++places[place][digit(item.rank, place)];
  }
  std::span<Item> from(items);
  std::span<Item> to(spare);
  for (unsigned place = 0; place < kDigits; ++place) {
    std::uint16_t before = 0;
    for (std::uint16_t& count : places[place]) {
      const std::uint16_t here = count;
      count = before;
      before = static_cast<std::uint16_t>(before + here);
    }
    for (const Item& item : from) to[places[place][digit(item.rank, place)]++] = item;
    std::swap(from, to);
  }
  std::ranges::copy(from, items.begin());
}

}  // namespace trivium::poker
