// Slow reference for hand ranking by plain counting; it shares only the numbering of cards with the
// engine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// Category, 0 (high card) to 8 (straight flush), and the deciding ranks, the most important first;
/// -1 if there are no more.
using ReferenceRank = std::array<int, 6>;

inline int reference_category(const std::vector<std::pair<int, int>>& groups) {
  const auto count = [&](std::size_t group) {
    return group < groups.size() ? groups[group].first : 0;
  };
  if (count(0) == 4) return 7;
  if (count(0) == 3) return count(1) == 2 ? 6 : 3;
  if (count(0) == 2) return count(1) == 2 ? 2 : 1;
  return 0;
}

/// Returns the rank of one to five cards; the arrays compare like the hands.
inline ReferenceRank reference_rank(std::span<const Card> hand) {
  std::array<int, kRanks> held{};
  for (const Card card : hand) ++held[rank_of(card)];
  std::vector<std::pair<int, int>> groups;  // number of cards, rank
  for (int rank = 0; rank < kRanks; ++rank) {
    if (held[rank] > 0) groups.emplace_back(held[rank], rank);
  }
  std::sort(groups.rbegin(), groups.rend());

  ReferenceRank result = {reference_category(groups), -1, -1, -1, -1, -1};
  for (std::size_t i = 0; i < groups.size(); ++i) result[i + 1] = groups[i].second;
  if (groups.size() < 5) return result;

  const bool flush =
      std::ranges::all_of(hand, [&](Card card) { return suit_of(card) == suit_of(hand[0]); });
  const bool wheel = groups[0].second == kRanks - 1 && groups[1].second == 3;  // A 5 4 3 2
  const bool straight = wheel || groups[0].second - groups[4].second == 4;
  if (straight) return {flush ? 8 : 4, wheel ? 3 : groups[0].second, -1, -1, -1, -1};
  if (flush) result[0] = 5;
  return result;
}

/// Calls visit(cards) for every hand of `count` different cards.
template <typename Visit>
void for_each_hand(int count, Visit&& visit) {
  std::vector<Card> hand;
  const auto extend = [&](const auto& self, int first) -> void {
    if (static_cast<int>(hand.size()) == count) return visit(std::span<const Card>(hand));
    for (int card = first; card < kCards; ++card) {
      hand.push_back(static_cast<Card>(card));
      self(self, card + 1);
      hand.pop_back();
    }
  };
  extend(extend, 0);
}

/// Calls visit(cards) for every five of the cards of a hand of five to seven.
template <typename Visit>
void for_each_five(std::span<const Card> hand, Visit&& visit) {
  for (unsigned chosen = 0; chosen < 1U << hand.size(); ++chosen) {
    if (std::popcount(chosen) != 5) continue;
    std::vector<Card> five;
    for (std::size_t i = 0; i < hand.size(); ++i) {
      if ((chosen >> i & 1) != 0) five.push_back(hand[i]);
    }
    visit(std::span<const Card>(five));
  }
}

}  // namespace trivium::poker
