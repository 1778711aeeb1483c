#include "learning/cfr/public_chance_walk.h"

#include <numeric>

namespace trivium::learning::cfr {

/// Total reach of the holdings that were added, and the reach of those with each card.
struct BoardValues::Sums {
  double all = 0;
  std::array<double, poker::kCards> with{};
};

BoardValues::BoardValues(const DealtBoard& board)
    : board_(board), by_strength_(board.cards.size()) {
  std::iota(by_strength_.begin(), by_strength_.end(), 0U);
  std::stable_sort(by_strength_.begin(), by_strength_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return board.strength[a] < board.strength[b];
  });
  Sums every;
  const std::vector<float> ones(board.cards.size(), 1);
  add_reach(0, by_strength_.size(), ones, every);
  const double compatible_with_first =
      compatible_reach(0, every) + (board.cards[0][1] == poker::kNoCard ? 0 : 1);
  scale_ = static_cast<float>(1 / std::max(compatible_with_first, 1.0));
}

void BoardValues::add_reach(std::size_t begin, std::size_t end, std::span<const float> reach,
                            Sums& sums) const noexcept {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t h = by_strength_[i];
    sums.all += reach[h];
    for (const poker::Card card : board_.cards[h]) {
      if (card != poker::kNoCard) sums.with[card] += reach[h];
    }
  }
}

double BoardValues::compatible_reach(std::uint32_t holding, const Sums& sums) const noexcept {
  double reach = sums.all;
  for (const poker::Card card : board_.cards[holding]) {
    if (card != poker::kNoCard) reach -= sums.with[card];
  }
  return reach;
}

void BoardValues::fold(std::span<const float> reach, float worth,
                       std::span<float> out) const noexcept {
  Sums sums;
  add_reach(0, by_strength_.size(), reach, sums);
  for (std::uint32_t h = 0; h < out.size(); ++h) {
    const double twice = board_.cards[h][1] == poker::kNoCard ? 0 : reach[h];
    out[h] = static_cast<float>(compatible_reach(h, sums) + twice) * worth * scale_;
  }
}

void BoardValues::showdown(std::span<const float> reach, float worth,
                           std::span<float> out) const noexcept {
  Sums every;
  add_reach(0, by_strength_.size(), reach, every);
  Sums below;  // holdings weaker than the current strength
  for (std::size_t begin = 0; begin < by_strength_.size();) {
    std::size_t end = begin;
    while (end < by_strength_.size() &&
           board_.strength[by_strength_[end]] == board_.strength[by_strength_[begin]])
      ++end;
    Sums through = below;
    add_reach(begin, end, reach, through);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t h = by_strength_[i];
      // The holding ties with itself, so it counts neither as weaker nor as stronger.
      const double weaker = compatible_reach(h, below);
      const double stronger = compatible_reach(h, every) - compatible_reach(h, through);
      out[h] = static_cast<float>(weaker - stronger) * worth * scale_;
    }
    below = through;
    begin = end;
  }
}

}  // namespace trivium::learning::cfr
