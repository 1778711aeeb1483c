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

/// Returns every set of `missing` cards of `deck` that completes `board`, or `max_count` random
/// ones if there are more; always the same. Requires: the deck has at least `missing` cards besides
/// the board.
std::vector<RunOut> run_outs(CardSet deck, std::span<const Card> board, std::size_t missing,
                             std::size_t max_count);

}  // namespace trivium::poker
