// Enumerates and counts sets of cards.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// Returns n over k, the number of sets of `k` out of `n` cards. Does not overflow for the cards of
/// a deck and a board.
constexpr std::size_t combinations(std::size_t n, std::size_t k) noexcept {
  if (n < k) return 0;
  std::size_t count = 1;
  for (std::size_t i = 0; i < k; ++i) count = count * (n - i) / (i + 1);
  return count;
}

/// Calls use(set) with each set of `count` of `cards`, in lexicographic order.
template <class Use>
void for_each_set(std::span<const Card> cards, std::size_t count, const Use& use) {
  if (count > cards.size()) return;
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<Card> set(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(count));
  while (true) {
    use(std::span<const Card>(set));
    std::size_t moved = count;  // one past the last place that can advance
    while (moved > 0 && places[moved - 1] == cards.size() - count + moved - 1) --moved;
    if (moved == 0) return;
    ++places[moved - 1];
    std::iota(places.begin() + static_cast<std::ptrdiff_t>(moved), places.end(),
              places[moved - 1] + 1);
    for (std::size_t k = moved - 1; k < count; ++k) set[k] = cards[places[k]];
  }
}

}  // namespace trivium::poker
