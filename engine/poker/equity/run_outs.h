// The ways a board may go on: all of them, or a fixed sample where they are too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

struct RunOut {
  CardSum sum;             ///< the whole board
  std::uint64_t mask = 0;  ///< of the cards that were still to come
};

/// Every set of `missing` cards of `deck` that `board` may be completed with, or `most` of them drawn at random where there are more: the
/// same ones every time. The deck holds at least so many cards besides the board.
std::vector<RunOut> run_outs(CardSet deck, std::span<const Card> board, std::size_t missing, std::size_t most);

}  // namespace trivium::poker
