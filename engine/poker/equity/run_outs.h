// Run-outs: the ways to complete a board, all of them or a fixed sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

struct RunOut {
  CardSum sum;             ///< full board
  std::uint64_t mask = 0;  ///< the cards that were added
};

/// Returns every set of `missing` cards of `deck` that completes `board`. If there are more than
/// `max_count`, returns `max_count` random ones instead; equal arguments give the same ones.
/// Requires: the deck has at least `missing` cards besides the board.
std::vector<RunOut> run_outs(CardSet deck, std::span<const Card> board, std::size_t missing,
                             std::size_t max_count);

}  // namespace trivium::poker
