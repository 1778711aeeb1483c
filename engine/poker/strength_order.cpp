#include "engine/poker/strength_order.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace trivium::poker {

namespace {

// Fewer holdings are compared with each other.
constexpr std::size_t kFewestForDigits = 256;
// A rank in three digits.
constexpr int kDigits = 3;
constexpr int kDigitBits = 11;
constexpr std::uint32_t kDigitValues = 1U << kDigitBits;

std::uint32_t digit(HandRank rank, int place) noexcept { return rank >> (place * kDigitBits) & (kDigitValues - 1); }

}  // namespace

std::span<const RankedHolding> StrengthOrder::sort(const HoldingTable& table, std::span<const CardSum> sums, CardSum board,
                                                   std::uint64_t dead) {
  numbers_.resize(table.size());
  hands_.resize(table.size());
  ranks_.resize(table.size());
  std::size_t count = 0;
  for (std::uint32_t number = 0; number < table.size(); ++number) {
    // Written in any case and kept where it is possible: a branch would be guessed wrong too often.
    numbers_[count] = number;
    hands_[count] = sums[number] + board;
    count += (table.mask(number) & dead) == 0 ? 1 : 0;
  }
  rank_hands(std::span(hands_).first(count), ranks_);
  ranked_.resize(count);
  for (std::size_t k = 0; k < count; ++k) ranked_[k] = {ranks_[k], numbers_[k]};
  if (count < kFewestForDigits) {
    std::stable_sort(ranked_.begin(), ranked_.end(), [](const RankedHolding& a, const RankedHolding& b) { return a.rank < b.rank; });
  } else {
    sort_by_digits();
  }
  return ranked_;
}

void StrengthOrder::sort_by_digits() {
  std::array<std::array<std::uint32_t, kDigitValues>, kDigits> places{};
  for (const RankedHolding& held : ranked_) {
    for (int place = 0; place < kDigits; ++place) ++places[static_cast<std::size_t>(place)][digit(held.rank, place)];
  }
  other_.resize(ranked_.size());
  for (int place = 0; place < kDigits; ++place) {
    std::array<std::uint32_t, kDigitValues>& next = places[static_cast<std::size_t>(place)];
    std::uint32_t before = 0;
    for (std::uint32_t& count : next) {
      const std::uint32_t here = count;
      count = before;
      before += here;
    }
    for (const RankedHolding& held : ranked_) other_[next[digit(held.rank, place)]++] = held;
    std::swap(ranked_, other_);
  }
}

}  // namespace trivium::poker
